import type { WireTables } from "../wire-table.ts";

export const usersFields: WireTables = {
  Department: `
    orgId=:id orgName!:100 fullName:200 parentId:id deptCategory!:code creditCode?:18 regionCode:12 sort!:int`,
  Post: "postCode!:20 postName!:50 category!:code sort!:int categoryName=:50",
  Registration: "name=:50 account=:30 applyKind=:code creditCode=:18 phone=:11 status=:code",
  User: `
    userId=:id account!:30 password!:secret name!:50 realName!:50 avatar:300 phone:11 email:100 birthday:date
    sex:code deptId!:id postId:id roleId!:ids loginType=:code userType:code userExt:long code:12 status=:code
    lastLoginTime=:datetime sexName=:50 roleName=:50 deptName=:50 postName=:50`,
};
