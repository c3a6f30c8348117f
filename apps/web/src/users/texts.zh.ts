export default {
  profile: {
    tab: '个人信息',
    saved: '更新成功',
    department: '部门',
    roles: '角色',
    and: '、',
    choosePicture: '更换头像',
    removePicture: '移除头像',
    pictureHint: '支持 jpg、png 格式，不超过 500 KB',
  },
  student: { tab: '学员信息' },
  password: {
    tab: '修改密码',
    rule: '密码须为8–20位且同时包含字母和数字',
    differ: '两次密码输入不一致',
    submit: '修改密码',
    changed: '密码已修改，请使用新密码重新登录',
    must: '您的密码由系统重置，请先修改密码再继续使用。',
  },
}
