# what two parts of a body declare: classes, and defines that declare more than what is named after them
class site::together {
  include site::left
  include site::right
  site::fixed { 'one': }
  site::fixed { 'two': }
  @site::fixed { 'virtual': }
}
