import { findUploadIssue } from "@jipei/contract/core/fields/upload-rules.ts";
import { pictureAddress } from "@jipei/contract/notices/pictures.ts";
import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { CallError } from "../../core/api/call-error.ts";
import { uploadFile } from "../../core/files/upload.ts";
import type { ControlProps } from "../../core/form/field-control.tsx";
import { useLabel } from "../../core/i18n/language.ts";
import { notify } from "../../core/ui/notify.ts";
import { cleanPasted } from "./clean-pasted.ts";
import { extensionsFor } from "./extensions.ts";
import { Toolbar } from "./toolbar.tsx";
import "../notice-text.css";
import "./editor.css";

interface Props extends ControlProps {
  /** Whether pictures may be put into the text; they are uploaded, and become files of the notice. */
  pictures: boolean;
}

/** The editor of the text of a notice. Its value is HTML. */
export function RichText({ field, value, onChange, onBlur, id, disabled = false, pictures }: Props) {
  const label = useLabel();
  const html = (value as string | null | undefined) ?? "";
  const told = useRef(html);
  const [uploading, setUploading] = useState(false);
  const extensions = useMemo(() => extensionsFor(pictures), [pictures]);
  const name = label(field);

  /** Puts the pictures among some files into the text. @returns whether there are any */
  const addPictures = (files: FileList | null | undefined): boolean => {
    const found = [...(files ?? [])].filter(({ type }) => type.startsWith("image/"));
    if (!pictures || found.length === 0) return false;
    void upload(found);
    return true;
  };

  const editor = useEditor({
    extensions,
    content: html,
    editable: !disabled,
    editorProps: {
      attributes: {
        ...(id && { id }),
        class: "rich-text-field notice-text",
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": name,
        tabindex: "0",
      },
      transformPastedHTML: cleanPasted,
      handlePaste: (_view, event) => addPictures(event.clipboardData?.files),
      handleDrop: (_view, event) => addPictures(event.dataTransfer?.files),
    },
    onUpdate: ({ editor: changed }) => {
      told.current = changed.isEmpty ? "" : changed.getHTML();
      onChange?.(told.current || null);
    },
    onBlur: () => onBlur?.(),
  });

  // Written into the page only when it changes from outside; while the user types, the page is ahead of the value.
  useEffect(() => {
    if (html === told.current) return;
    told.current = html;
    editor.commands.setContent(html, { emitUpdate: false });
  }, [editor, html]);
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);

  async function upload(files: readonly File[]) {
    setUploading(true);
    try {
      for (const file of files) {
        const issue = findUploadIssue("pic", 0, file);
        if (issue) {
          notify("error", label(issue));
          continue;
        }
        const { attLink } = await uploadFile(file, "pic", () => undefined);
        const attrs = { src: pictureAddress(attLink), alt: file.name.replace(/\.[^.]+$/, "") };
        editor.chain().focus().insertContent({ type: "image", attrs }).run();
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      notify("error", error.text());
    } finally {
      setUploading(false);
    }
  }

  return (
    <div>
      {!disabled && (
        <Toolbar
          editor={editor}
          name={name}
          uploading={uploading}
          addPictures={pictures ? (files) => void addPictures(files) : undefined}
        />
      )}
      <EditorContent editor={editor} />
    </div>
  );
}
