import "./notice-text.css";

/** The text of a notice. It is HTML that the server has cleaned to a short list of harmless elements (sanitise-html.ts). */
export const NoticeText = ({ html }: { html: string }) => (
  <div className="notice-text" dangerouslySetInnerHTML={{ __html: html }} />
);
