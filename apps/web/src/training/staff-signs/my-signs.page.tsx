import { Button } from "antd";
import { useState } from "react";
import { can } from "../../core/session/session.ts";
import { ClassChoice } from "./class-choice.tsx";
import { SignList } from "./sign-list.tsx";
import { useTexts } from "./texts.ts";

/** 机构班报名 of an enterprise: what it sent, and the classes that it may sign staff up for. */
export default function MySignsPage() {
  const t = useTexts();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <SignList
        own
        actions={
          can("enterprise_sign_add") && (
            <Button type="primary" onClick={() => setChoosing(true)}>
              {t("choose")}
            </Button>
          )
        }
      />
      {choosing && <ClassChoice onClose={() => setChoosing(false)} />}
    </>
  );
}
