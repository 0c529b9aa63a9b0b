package { 'a': }
package { 'b': name => 'a' }
