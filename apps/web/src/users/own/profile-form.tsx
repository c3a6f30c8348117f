import { userInfo } from "@jipei/contract/auth/auth.ts";
import { roles } from "@jipei/contract/core/roles.ts";
import type { RoleAlias } from "@jipei/contract/core/roles.ts";
import { profile, profileFields, updateProfile } from "@jipei/contract/users/profile.ts";
import { Button, Form, Input } from "antd";
import { Fragment } from "react";
import { invoke } from "../../core/api/call-client.ts";
import { useDirtyGuard } from "../../core/form/dirty-guard.ts";
import { getRules } from "../../core/form/form-rules.ts";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { encryptForServer } from "../../core/session/sign-in.ts";
import { updateInfo, useSession } from "../../core/session/session.ts";
import { Unanswered } from "../../core/ui/states.tsx";
import { useTexts as useCoreTexts } from "../../core/i18n/core-texts.ts";
import { useCall, useSend } from "../../core/api/use-call.ts";
import { AvatarField } from "./avatar-field.tsx";
import { PhoneProof } from "./phone-proof.tsx";
import { ProvePhone } from "./prove-phone.tsx";
import { showIssues } from "./server-issues.ts";
import { useTexts } from "../texts.ts";
import { joinNames } from "../../core/i18n/join-names.ts";

/** Named by the entity as well; stated here so that the page does not carry all of it. */
const accountName = { zh: "账号", en: "Account" };
const texts = ["name", "realName", "phone", "email"] as const;
/** Proven at a student's registration, shown with their account, and the bureau's to correct. */
const proven: readonly string[] = ["realName", "phone"];

const autoComplete: Readonly<Partial<Record<string, string>>> = { email: "email", phone: "tel" };

/** The user's own data, with what others decide about them beside it. */
export function ProfileForm() {
  const t = useTexts();
  const core = useCoreTexts();
  const label = useLabel();
  const { info } = useSession();
  const [form] = Form.useForm();
  const mine = useCall(profile, undefined);
  const save = useSend(updateProfile, { silent: true });
  const isFixed = (name: string) => info?.loginType === "2" && proven.includes(name);
  const values = Form.useWatch([], form) as Record<string, unknown> | undefined;
  const roleNames = (info?.authority ?? "")
    .split(",")
    .map((alias, at) => (alias in roles ? label(roles[alias as RoleAlias]) : (info?.roleinfos[at]?.roleName ?? alias)));
  const dirty = Boolean(
    values &&
    mine.data &&
    ["avatar", ...texts.filter((name) => !isFixed(name))].some(
      (name) => (values[name] || null) !== (mine.data as Record<string, unknown>)[name],
    ),
  );
  useDirtyGuard(dirty);
  /** Another number, which has to be proven; none while it is the same, or taken away. */
  const newPhone =
    typeof values?.phone === "string" && mine.data && values.phone !== mine.data.phone ? values.phone : "";

  if (mine.isError || !mine.data) return <Unanswered queries={[mine]} rows={5} />;

  async function submit(changed: Record<string, string>) {
    try {
      await save.mutateAsync({
        name: changed.name!,
        realName: changed.realName ?? mine.data!.realName,
        phone: isFixed("phone") ? mine.data!.phone : changed.phone || null,
        email: changed.email || null,
        avatar: changed.avatar ?? null,
        ...(newPhone && { phoneCode: changed.phoneCode!, password: await encryptForServer(changed.password!) }),
      });
      form.resetFields(["phoneCode", "password"]);
      notify("success", t("profile.saved"));
      updateInfo(await invoke(userInfo, undefined, { silent: true }));
    } catch (error) {
      showIssues(form, error);
    }
  }

  return (
    <>
      {mine.data.phone && mine.data.phoneProven === "0" && <ProvePhone phone={mine.data.phone} />}
      <Form
        form={form}
        layout="vertical"
        className="own-form"
        initialValues={mine.data}
        onFinish={(changed: Record<string, string>) => void submit(changed)}
      >
        <Form.Item name="avatar" label={label(profileFields.avatar)}>
          <AvatarField />
        </Form.Item>
        <dl className="own-facts">
          <dt>{label(accountName)}</dt>
          <dd>{mine.data.account}</dd>
          <dt>{t("profile.department")}</dt>
          <dd>{info?.dept_name || core("common.none")}</dd>
          <dt>{t("profile.roles")}</dt>
          <dd>{joinNames(roleNames)}</dd>
        </dl>
        {texts
          .filter((name) => !isFixed(name))
          .map((name) => (
            <Fragment key={name}>
              <Form.Item
                name={name}
                label={label(profileFields[name])}
                required={profileFields[name].need === "required"}
                rules={getRules(profileFields[name], "save")}
              >
                <Input maxLength={profileFields[name].length} autoComplete={autoComplete[name] ?? "off"} />
              </Form.Item>
              {name === "phone" && newPhone && <PhoneProof phone={newPhone} />}
            </Fragment>
          ))}
        <Button type="primary" htmlType="submit" loading={save.isPending}>
          {core("common.save")}
        </Button>
      </Form>
    </>
  );
}
