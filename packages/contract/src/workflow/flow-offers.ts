import { codeList } from "../core/fields/field.ts";

/**
 * All that a process may ask of the product. A service task names an action, an expression calls a method; what is not listed here, no model
 * reaches. The designer offers the same.
 */
export const flowServices = codeList("FLOW_SERVICE", "服务", "Service", {
  notify: ["发送站内消息", "Send a message"],
});

/** What an action takes, by the names of its inputs. */
export const serviceInputs = {
  notify: { to: ["接收人", "To"], text: ["内容", "Text"] },
} as const;

/** Methods that expressions may call, with what each of them answers. */
export const flowMethods = codeList("FLOW_METHOD", "可用函数", "Methods", {
  usersOf: ["usersOf('编号,编号')：指定的人员", "usersOf('id,id'): these users"],
  usersOfRole: ["usersOfRole('角色')：角色的人员", "usersOfRole('alias'): who holds a role"],
  usersOfDept: ["usersOfDept('部门')：部门的人员", "usersOfDept('id'): who works in a department"],
  deptOf: ["deptOf(人员)：人员的部门", "deptOf(user): the department of a user"],
  atLeast: [
    "atLeast(人员, 数)：人员，不足时流程不能继续",
    "atLeast(users, count): these users; the process stops at fewer",
  ],
  leadersOf: ["leadersOf(人员)：人员的领导", "leadersOf(user): the leaders of a user"],
  daysBetween: ["daysBetween(起, 止)：相隔天数", "daysBetween(from, to): days between"],
});
