import { type SessionInfo, sharedUser } from "@jipei/contract/auth/auth.ts";
import type { Services } from "../../core/foundation/services.ts";
import { factorColumns, isFactorRequired } from "../second-factor/second-factor.ts";

interface Found {
  id: string;
  tenantId: string;
  account: string;
  name: string;
  avatar: string | null;
  loginType: string;
  deptId: string | null;
  deptName: string | null;
  postCode: string | null;
  postName: string | null;
  orgId: string | null;
  orgName: string | null;
  entId: string | null;
  accountId: string | null;
  assessorId: string | null;
  mustChange: number;
  factorRoles: string | null;
  hasFactor: boolean;
  permissions: string[];
  roles: { id: string; no: string; name: string; alias: string }[];
}

/** The shared user that an account signs in through, or the account itself. */
function getLoginUser({ loginType, account }: Found): string {
  if (loginType === "1") return sharedUser.institution;
  return loginType === "2" ? sharedUser.student : account;
}

/** Accounts of institutions belong to the institution, the others to a department of the bureau or an enterprise. */
function getDepartments({ deptId, deptName, orgId, orgName }: Found): SessionInfo["depInfos"] {
  if (deptId) return [{ orgId: deptId, orgName: deptName ?? "" }];
  return orgId ? [{ orgId, orgName: orgName ?? "" }] : [];
}

/** What a client gets about the signed-in user (blade-wire names). Nothing personal beyond what the user typed. */
export async function sessionInfo(app: Services, userId: string): Promise<SessionInfo> {
  const { rows } = await app.pool.query<Found>({
    name: "session-info",
    text: `select u.id, u.tenant_id as "tenantId", u.account, u.name, u.avatar, u.login_type as "loginType", u.dept_id as "deptId", d.org_name as "deptName", p.post_code as "postCode", p.post_name as "postName", u.org_id as "orgId", o.org_name as "orgName", u.ent_id as "entId",
        u.account_id as "accountId", u.assessor_id as "assessorId", u.must_change as "mustChange", ${factorColumns},
        coalesce((select json_agg(json_build_object('id', r.id::text, 'no', coalesce(r.role_no, ''), 'name', r.role_name, 'alias', r.role_alias) order by r.sort, r.id)
          from held_role ur join authority r on r.id = ur.role_id and r.is_deleted = 0
          where ur.user_id = u.id), '[]') as roles,
        array(select distinct p.permission from held_role ur join authority r on r.id = ur.role_id and r.is_deleted = 0 join granted_permission p on p.role_id = r.id where ur.user_id = u.id) as permissions
      from account u left join unit d on d.id = u.dept_id left join office p on p.id = u.post_id and p.is_deleted = 0 left join institution o on o.id = u.org_id where u.id = $1`,
    values: [userId],
  });
  const user = rows[0] as Found;
  const { roles } = user;
  const departments = getDepartments(user);
  const joined = (values: string[]) => values.join(",");
  return {
    tenant_id: user.tenantId,
    username: user.account,
    userId: user.id,
    user_id: user.id,
    nick_name: user.name,
    avatar: user.avatar,
    dept_name: joined(departments.map((one) => one.orgName)),
    depInfos: departments,
    depids: joined(departments.map((one) => one.orgId)),
    group_name: user.postName ?? "",
    groupInfos: user.postCode ? [{ groupNo: user.postCode, groupName: user.postName ?? "" }] : [],
    groupids: user.postCode ?? "",
    role_name: joined(roles.map((role) => role.name)),
    roleinfos: roles.map((role) => ({ roleNo: role.no, roleName: role.name })),
    roleids: joined(roles.map((role) => role.id)),
    extData: {
      loginUserId: getLoginUser(user),
      orgId: user.orgId,
      entId: user.entId,
      accountId: user.accountId,
      assessorId: user.assessorId,
      mustChangePassword: user.mustChange === 1,
      mustSetUpFactor: isFactorRequired(
        app.settings,
        user,
        roles.map((role) => role.alias),
        new Set(user.permissions),
      ),
    },
    loginType: user.loginType,
    authority: joined(roles.map((role) => role.alias)),
  };
}
