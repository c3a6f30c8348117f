import { userInfo } from "@jipei/contract/auth/auth.ts";
import type { OutputOf } from "@jipei/contract/core/call.ts";
import { type RoleAlias, roles } from "@jipei/contract/core/roles.ts";
import { profile, profileFields, updateProfile } from "@jipei/contract/users/profile.ts";
import { Button, Form, type FormInstance, Input } from "antd";
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
const textNames = ["name", "realName", "phone", "email"] as const;
type TextName = (typeof textNames)[number];
/** Proven at a student's registration, shown with their account, and the bureau's to correct. */
const proven: readonly TextName[] = ["realName", "phone"];
const autoComplete: Readonly<Partial<Record<TextName, string>>> = { email: "email", phone: "tel" };

type Profile = OutputOf<typeof profile>;
/** What the fields of the form hold; those of a proof are there while the phone is another one. */
interface Entries extends Partial<Record<TextName | "avatar", string | null>> {
  phoneCode?: string;
  password?: string;
}

/** The user's own data, with what others decide about them beside it. */
export function ProfileForm() {
  const mine = useCall(profile, undefined);
  if (mine.isError || !mine.data) return <Unanswered queries={[mine]} rows={5} />;
  return (
    <>
      {mine.data.phone && mine.data.phoneProven === "0" && <ProvePhone phone={mine.data.phone} />}
      <OwnFields stored={mine.data} />
    </>
  );
}

function OwnFields({ stored }: { stored: Profile }) {
  const core = useCoreTexts();
  const label = useLabel();
  const { info } = useSession();
  const [form] = Form.useForm<Entries>();
  const entries = Form.useWatch([], form) as Entries | undefined;
  const names = textNames.filter((name) => info?.loginType !== "2" || !proven.includes(name));
  const isChanged = (name: TextName | "avatar") => entries !== undefined && (entries[name] || null) !== stored[name];
  useDirtyGuard(isChanged("avatar") || names.some(isChanged));
  /** Another number, which has to be proven; none while it is the same, or taken away. */
  const newPhone = names.includes("phone") && isChanged("phone") ? (entries?.phone ?? "") : "";
  const { busy, submit } = useSave(form, stored, newPhone);
  return (
    <Form
      form={form}
      layout="vertical"
      className="own-form"
      initialValues={stored}
      onFinish={(typed) => void submit(typed)}
    >
      <Form.Item name="avatar" label={label(profileFields.avatar)}>
        <AvatarField />
      </Form.Item>
      <Facts account={stored.account} />
      {names.map((name) => (
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
      <Button type="primary" htmlType="submit" loading={busy}>
        {core("common.save")}
      </Button>
    </Form>
  );
}

/** Saves what was typed; fields that are not in the form stay as they are. */
function useSave(form: FormInstance<Entries>, stored: Profile, newPhone: string) {
  const core = useCoreTexts();
  const save = useSend(updateProfile, { silent: true });
  const submit = async ({ phoneCode, password = "", ...typed }: Entries) => {
    try {
      await save.mutateAsync({
        name: typed.name ?? stored.name,
        realName: typed.realName ?? stored.realName,
        phone: (typed.phone === undefined ? stored.phone : typed.phone) || null,
        email: typed.email || null,
        avatar: typed.avatar ?? null,
        ...(newPhone && { phoneCode, password: await encryptForServer(password) }),
      });
      form.resetFields(["phoneCode", "password"]);
      notify("success", core("form.updated"));
      updateInfo(await invoke(userInfo, undefined, { silent: true }));
    } catch (error) {
      showIssues(form, error);
    }
  };
  return { busy: save.isPending, submit };
}

/** What others decide: the account, the department and the roles. */
function Facts({ account }: { account: string }) {
  const t = useTexts();
  const core = useCoreTexts();
  const label = useLabel();
  const { info } = useSession();
  const roleNames = (info?.authority ?? "")
    .split(",")
    .map((alias, at) => (alias in roles ? label(roles[alias as RoleAlias]) : (info?.roleinfos[at]?.roleName ?? alias)));
  return (
    <dl className="own-facts">
      <dt>{label(accountName)}</dt>
      <dd>{account}</dd>
      <dt>{t("profile.department")}</dt>
      <dd>{info?.dept_name || core("common.none")}</dd>
      <dt>{t("profile.roles")}</dt>
      <dd>{joinNames(roleNames)}</dd>
    </dl>
  );
}
