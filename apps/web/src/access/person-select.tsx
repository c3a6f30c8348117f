import { whyCalls } from "@jipei/contract/access/why.ts";
import { Select } from "antd";
import { useState } from "react";
import { useLabel } from "../core/i18n/language.ts";
import { useCall } from "../core/api/use-call.ts";
import { useDelayed } from "../core/ui/use-delayed.ts";
import { joinNames } from "../core/i18n/join-names.ts";
import { useClear } from "../core/ui/use-clear.tsx";

interface Props {
  id: string;
  value: string | null;
  onChange: (userId: string | null) => void;
}

/** Picks a user by account or name. */
export function PersonSelect({ id, value, onChange }: Props) {
  const label = useLabel();
  const clear = useClear();
  const [keyword, setKeyword] = useState("");
  const searched = useDelayed(keyword, 250);
  const { data, isFetching } = useCall(whyCalls.people, searched === "" ? {} : { keyword: searched }, {
    keepPrevious: true,
  });
  const options = (data ?? []).map(({ id: userId, account, realName, roles }) => ({
    value: userId,
    label: `${realName} · ${account}`,
    note: joinNames(roles.map((role) => label(role))),
  }));
  return (
    <Select
      id={id}
      value={value ?? undefined}
      onChange={(chosen: string | undefined) => onChange(chosen ?? null)}
      options={options}
      optionRender={({ data: option }) => (
        <>
          {option.label} <span className="unit">{option.note}</span>
        </>
      )}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      allowClear={clear}
      placeholder={label(["输入账号或姓名查找", "Search by account or name"])}
      style={{ width: "100%" }}
    />
  );
}
