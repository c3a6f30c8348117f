import { StartupType, startupTypeCalls } from "@jipei/contract/teaching/startup-type.ts";
import { CrudPage } from "../core/crud-page.tsx";

export default function StartupTypePage() {
  return (
    <CrudPage
      entity={StartupType}
      calls={startupTypeCalls}
      resource="entrepreneurial_type"
      columns={["rank", "typeNo", "typeName", "minHours", "maxClassSize", "isValid", "remark"]}
      card={["typeName", "typeNo", "isValid"]}
      initial={{ isValid: "isValid", maxClassSize: 30, minHours: "56.0" }}
    />
  );
}
