import type { ControlProps } from "../../core/form/field-control.tsx";
import { LateControl } from "../../core/form/late-control.tsx";
import { lazyPart } from "../../core/ui/lazy-part.ts";

/** The editor is fetched when a notice is written, not with the list of notices. */
const RichText = lazyPart(() => import("./rich-text.tsx").then(({ RichText }) => RichText));

/** The text of a notice, with pictures. */
export const NoticeTextControl = (props: ControlProps) => (
  <LateControl id={props.id}>
    <RichText {...props} pictures />
  </LateControl>
);

/** A text without pictures. */
export const PlainNoticeControl = (props: ControlProps) => (
  <LateControl id={props.id}>
    <RichText {...props} pictures={false} />
  </LateControl>
);
