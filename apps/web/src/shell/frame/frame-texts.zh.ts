export default {
  error: {
    "403": { title: "没有访问权限", text: "您的账号没有打开此页面的权限。如确需使用，请联系管理员授权。" },
    "404": { title: "页面不存在", text: "您访问的地址不存在或已被移除，请检查地址是否正确。" },
    "500": { title: "服务器异常", text: "服务暂时不可用，请稍后再试。" },
    home: "返回首页",
    back: "返回上一页",
  },
  lock: {
    title: "屏幕已锁定",
    hint: "请输入锁屏密码解锁",
    password: "锁屏密码",
    required: "锁屏密码不能为空",
    unlock: "解锁",
    wrong: "锁屏密码错误，还可尝试 {n} 次",
    exit: "退出登录",
    exhausted: "锁屏密码连续错误 {n} 次，已退出登录",
  },
  public: { signIn: "登录系统", queries: "公众查询" },
} as const;
