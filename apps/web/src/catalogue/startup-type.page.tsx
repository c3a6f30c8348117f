import { startupTypeResource } from "@jipei/contract/catalogue/startup-type.ts";
import { CrudPage } from "../core/crud/crud-page.tsx";

export default function StartupTypePage() {
  return (
    <CrudPage
      {...startupTypeResource}
      columns={["rank", "typeNo", "typeName", "minHours", "maxClassSize", "isValid", "remark"]}
      card={["typeName", "typeNo", "isValid"]}
      initial={{ isValid: "isValid", maxClassSize: 30, minHours: "56.0" }}
    />
  );
}
