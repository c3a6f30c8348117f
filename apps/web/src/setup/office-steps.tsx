import { type SetupState, setupCalls as calls } from "@jipei/contract/setup/setup.ts";
import { type ReactNode, useState } from "react";
import { Link } from "../core/page/link.ts";
import { CallError } from "../core/api/call-error.ts";
import { invoke } from "../core/api/call-client.ts";
import { homePath } from "../core/session/constants.ts";
import { copy } from "../core/ui/copy.ts";
import { type Named, useLabel } from "../core/i18n/language.ts";
import { notify } from "../core/ui/notify.ts";
import { CheckList } from "./check-list.tsx";
import { PlainForm } from "./plain-form.tsx";
import { RegionPick } from "./region-pick.tsx";
import { BackupStep, SmsStep, StorageStep } from "./services-steps.tsx";

interface Props {
  state: SetupState;
  reload: () => Promise<void>;
}

interface Step {
  title: Named;
  done: boolean;
  body: ReactNode;
}

/** What an administrator sets up besides their own account. Every step may be left for later, and found again after a reload. */
export function OfficeSteps({ state, reload }: Props) {
  const label = useLabel();
  const isDone = (check: string) => state.checks.some((one) => one.check === check && one.done);
  const steps: readonly Step[] = [
    { title: ["人社局", "Bureau"], done: state.bureauDone, body: <BureauStep state={state} reload={reload} /> },
    { title: ["短信", "Text messages"], done: isDone("sms"), body: <SmsStep state={state} reload={reload} /> },
    { title: ["文件存储", "Files"], done: isDone("storage"), body: <StorageStep state={state} reload={reload} /> },
    { title: ["备份", "Backup"], done: state.backupPlace !== null, body: <BackupStep state={state} reload={reload} /> },
    {
      title: ["第二位管理员", "Second administrator"],
      done: state.administrators.length > 1,
      body: <SecondStep state={state} reload={reload} />,
    },
    { title: ["检查", "Check list"], done: state.finished, body: <FinishStep state={state} reload={reload} /> },
  ];
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      steps.findIndex(({ done }) => !done),
    ),
  );
  const step = steps[at] as Step;
  return (
    <div className="plain-card setup-card">
      <h1>{label(["安装", "Set-up"])}</h1>
      <ol className="setup-steps">
        {steps.map(({ title, done }, index) => (
          <li key={title.toString()}>
            <button
              type="button"
              aria-current={index === at ? "step" : undefined}
              data-done={done}
              onClick={() => setAt(index)}
            >
              {label(title)}
              {done && <span className="setup-mark">{label(["完成", "Done"])}</span>}
            </button>
          </li>
        ))}
      </ol>
      <section aria-labelledby="setup-step">
        <h2 id="setup-step">{label(step.title)}</h2>
        {step.body}
      </section>
      {at < steps.length - 1 && (
        <p className="setup-buttons">
          <button type="button" className="plain-button" onClick={() => setAt(at + 1)}>
            {label(step.done ? ["下一步", "Next"] : ["稍后再做", "Later"])}
          </button>
        </p>
      )}
    </div>
  );
}

function BureauStep({ state, reload }: Props) {
  const label = useLabel();
  const [round, setRound] = useState(0);
  const save = async (values: { bureauName: string; regionCode: string }) => {
    await invoke(calls.bureau, values, { silent: true });
    notify("success", label(["已保存", "Saved"]));
    setRound(round + 1);
    await reload();
  };
  return (
    <>
      <p>
        {label([
          "证书的核发机构和编号中的区划由此而来。",
          "The issuer of certificates and the region in their numbers are taken from here.",
        ])}
      </p>
      <PlainForm
        key={round}
        entries={{
          bureauName: { label: ["部门名称", "Name of the bureau"], input: { maxLength: 100 } },
          regionCode: {
            label: ["行政区划", "Region"],
            control: (value, put) => <RegionPick value={value} onChange={put} />,
          },
        }}
        initial={{ bureauName: state.bureauName, regionCode: state.regionCode ?? "" }}
        send={save}
        submit={["保存", "Save"]}
      />
    </>
  );
}

function SecondStep({ state }: Props) {
  const label = useLabel();
  const [link, setLink] = useState<{ address: string; expireTime: string } | null>(null);
  const invite = async () => {
    try {
      setLink(await invoke(calls.invite, undefined, { silent: true }));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify("error", error.text());
    }
  };
  return (
    <>
      <p>
        {label([
          "管理员的增减须由两名管理员共同办理。把一次性地址交给第二位管理员，由其本人选择密码和两步验证。",
          "Appointing or removing administrators takes two of them. Give the one-time address to the second one, who chooses their own password and second factor.",
        ])}
      </p>
      <ul>
        {state.administrators.map(({ account, name }) => (
          <li key={account}>{label([`${name}（${account}）`, `${name} (${account})`])}</li>
        ))}
      </ul>
      {state.mayInvite && (
        <p className="setup-buttons">
          <button type="button" className="plain-primary" onClick={() => void invite()}>
            {label(["生成邀请地址", "Create an invitation"])}
          </button>
        </p>
      )}
      {link && (
        <div role="status">
          <p className="setup-address">
            <code>{link.address}</code>
          </p>
          <p className="setup-buttons">
            <button type="button" className="plain-button" onClick={() => void (link && copy(link.address))}>
              {label(["复制", "Copy"])}
            </button>
            <span>{label([`有效至${link.expireTime}，仅可使用一次`, `until ${link.expireTime}, for one use`])}</span>
          </p>
        </div>
      )}
    </>
  );
}

function FinishStep({ state, reload }: Props) {
  const label = useLabel();
  const finish = async () => {
    await invoke(calls.finish, undefined);
    await reload();
  };
  return (
    <>
      <CheckList checks={state.checks} />
      {state.finished ? (
        <p className="setup-buttons">
          <span role="status">
            {label([
              "安装已完成；待办事项见“系统管理 › 安装检查”。",
              "The set-up is finished; remaining tasks are listed under System › Set-up check list.",
            ])}
          </span>
          <Link className="plain-primary" to={homePath}>
            {label(["进入系统", "Go to the system"])}
          </Link>
        </p>
      ) : (
        <p className="setup-buttons">
          <button type="button" className="plain-primary" onClick={() => void finish()}>
            {label(["完成安装", "Finish the set-up"])}
          </button>
        </p>
      )}
    </>
  );
}
