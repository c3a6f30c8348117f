export default {
  greeting: '{name}，您好',
  quickLinks: '常用功能',
}
