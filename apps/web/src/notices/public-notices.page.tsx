import { PublicNotices } from "./public-notices.tsx";
import { useTexts } from "./texts.ts";

/** Notices for everybody. No antd: it is a page for phones and slow lines. */
export default function PublicNoticesPage() {
  const t = useTexts();
  return (
    <>
      <h1>{t("latest")}</h1>
      <PublicNotices count={50} />
    </>
  );
}
