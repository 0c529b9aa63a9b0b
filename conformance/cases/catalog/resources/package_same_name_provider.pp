# Resources: package same name provider
package { 'a': name => 'p', provider => 'gem' } package { 'b': name => 'p', provider => 'apt' }
