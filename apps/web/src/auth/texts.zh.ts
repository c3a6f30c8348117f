export default {
  provider: {
    test: "测试",
    testTitle: "测试“{name}”",
    testing: "正在连接…",
    good: "可以登录",
    bad: "暂时无法登录",
    redirect: "请在对方登记以下回调地址",
    again: "重新测试",
    hint: "支持OpenID Connect（授权码 + PKCE）。签发者地址即对方的issuer，其发现文档须在“地址/.well-known/openid-configuration”。",
    hintSource: "标识会出现在回调地址中；保存后点“测试”查看应登记的回调地址。",
    keep: "密钥只写不显示；修改时留空表示不变，变更签发者地址或客户端ID后须重新填写。",
    removeSecret: "清除密钥",
    removeSecretOf: "清除“{name}”的客户端密钥",
    removed: "已清除密钥",
    asPublic: "此后按公共客户端登录，仅凭PKCE；对方须允许公共客户端。",
    level: { good: "通过", note: "提示", bad: "问题" },
  },
} as const;
