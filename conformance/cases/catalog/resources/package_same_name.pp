# Resources: package same name
package { 'a': name => 'p' } package { 'b': name => 'p' }
