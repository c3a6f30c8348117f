import { codeList } from "@jipei/contract/core/fields/field.ts";
import { Button } from "antd";
import { useEffect, useState } from "react";
import { StatusTag } from "../../core/format/status-tag.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { PageHeader } from "../../core/page/page-header.tsx";
import { copy } from "../../core/ui/copy.ts";
import { FieldTable } from "../../core/ui/field-table.tsx";
import { type Found, runCheck, selfChecks } from "./self-checks.ts";

const states = codeList("SELF_TEST", "检测结果", "Results", {
  fine: ["正常", "Fine", "good"],
  doubtful: ["注意", "Attention", "waiting"],
  broken: ["异常", "Fault", "bad"],
});

/** /test/index: whether this browser, its connection and the session are fit for work, with a report for whoever helps. */
export default function SelfTestPage() {
  const label = useLabel();
  const [round, setRound] = useState(1);
  const [results, setResults] = useState<{ round: number; found: Readonly<Record<string, Found>> }>({
    round,
    found: {},
  });
  useEffect(() => {
    let left = false;
    void (async () => {
      for (const check of selfChecks) {
        const result = await runCheck(check);
        if (left) return;
        setResults((before) => ({
          round,
          found: { ...(before.round === round && before.found), [check.key]: result },
        }));
      }
    })();
    return () => {
      left = true;
    };
  }, [round]);
  const found = results.round === round ? results.found : {};
  const running = selfChecks.some(({ key }) => !found[key]);
  const report = () =>
    [
      navigator.userAgent,
      new Date().toISOString(),
      ...selfChecks.map(({ key, name }) => {
        const one = found[key];
        return `${label(name)}: ${one ? `${label(states.codes[one.state])}, ${label(one.value)}` : "—"}`;
      }),
    ].join("\n");
  return (
    <>
      <PageHeader
        title={label(["系统自检", "System test"])}
        actions={
          <>
            <Button disabled={running} onClick={() => void copy(report())}>
              {label(["复制报告", "Copy the report"])}
            </Button>
            <Button type="primary" loading={running} onClick={() => setRound(round + 1)}>
              {label(["重新检测", "Test again"])}
            </Button>
          </>
        }
      />
      <p className="unit">
        {label([
          "检查本机浏览器和网络能否正常办理业务。遇到问题时，请复制报告发给系统管理员。",
          "Tests whether this browser and its network are fit for work. In trouble, copy the report and send it to the administrator.",
        ])}
      </p>
      <FieldTable name={label(["检测结果", "Results"])}>
        <thead>
          <tr>
            <th scope="col">{label(["项目", "What"])}</th>
            <th scope="col">{label(["结果", "Result"])}</th>
            <th scope="col">{label(["检测值", "Seen"])}</th>
            <th scope="col">{label(["建议", "Advice"])}</th>
          </tr>
        </thead>
        <tbody aria-live="polite" aria-busy={running}>
          {selfChecks.map(({ key, name }) => (
            <CheckRow key={key} name={name} found={found[key]} />
          ))}
        </tbody>
      </FieldTable>
    </>
  );
}

function CheckRow({ name, found }: { name: readonly [string, string]; found: Found | undefined }) {
  const label = useLabel();
  return (
    <tr>
      <th scope="row">{label(name)}</th>
      <td>{found ? <StatusTag codes={states} value={found.state} /> : label(["检测中…", "Testing…"])}</td>
      <td>{found ? label(found.value) : "—"}</td>
      <td>{found?.advice ? label(found.advice) : "—"}</td>
    </tr>
  );
}
