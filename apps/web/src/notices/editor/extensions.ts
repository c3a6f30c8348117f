import { pictureLink } from "@jipei/contract/notices/pictures.ts";
import Image from "@tiptap/extension-image";
import { TableKit } from "@tiptap/extension-table";
import TextAlign from "@tiptap/extension-text-align";
import { ReactNodeViewRenderer } from "@tiptap/react";
import StarterKit from "@tiptap/starter-kit";
import { Picture } from "./picture.tsx";

/** Whether a link may stand in a notice; the server asks the same. */
export const isAddress = (url: string): boolean => /^(?:https?:\/\/|mailto:)\S/i.test(url);

const text = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    code: false,
    codeBlock: false,
    link: { openOnClick: false, defaultProtocol: "https", isAllowedUri: isAddress },
  }),
  TextAlign.configure({ types: ["heading", "paragraph"], alignments: ["center", "right", "justify"] }),
  TableKit.configure({ table: { resizable: false } }),
];

/** A picture is one that was uploaded here: what is pasted from elsewhere names no picture. */
const UploadedPicture = Image.extend({
  parseHTML: () => [
    { tag: "img[src]", getAttrs: (node) => (pictureLink(node.getAttribute("src")) === null ? false : null) },
  ],
  addNodeView: () => ReactNodeViewRenderer(Picture),
});

/** What the text may be made of: the elements that the server lets through (sanitise-html.ts). */
export const extensionsFor = (pictures: boolean) => (pictures ? [...text, UploadedPicture] : text);
