# spec: 000 "Signatures of String conversion": no other keys
notice(String([1], {Array => {format => '%a', separatorx => ' +'}}))
