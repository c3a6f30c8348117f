import { pictureLink } from "@jipei/contract/notices/pictures.ts";
import { NodeViewWrapper, type ReactNodeViewProps } from "@tiptap/react";
import { useFileUrl } from "../../core/files/use-file-url.ts";

/** A picture in the editor, fetched with the session of the writer. */
export function Picture({ node, selected }: ReactNodeViewProps) {
  const { src, alt } = node.attrs as { src: string; alt: string | null };
  const url = useFileUrl(pictureLink(src));
  return (
    <NodeViewWrapper className={selected ? "rich-text-picture selected" : "rich-text-picture"}>
      {url ? <img src={url} alt={alt ?? ""} /> : <span className="unit">{alt}</span>}
    </NodeViewWrapper>
  );
}
