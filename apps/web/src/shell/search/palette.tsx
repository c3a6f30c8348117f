import type { MenuItem } from "@jipei/contract/auth/menu.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import { label as nameIn, useLabel, useLanguage } from "../../core/i18n/language.ts";
import { useSession } from "../../core/session/session.ts";
import { useDelayed } from "../../core/ui/use-delayed.ts";
import { getPath, isOutside, leaves, menuName, trail } from "../menu/menu-tree.ts";
import { Modal } from "../top-bar/modal.tsx";
import { getActions } from "./actions.ts";
import { findByName } from "./find-by-name.ts";
import { findRecords, findsRecords } from "./records.ts";
import { useTexts } from "./texts.ts";
import "./palette.css";

interface Option {
  key: string;
  name: string;
  note: string;
  go: () => void;
}

const getOptionId = (index: number) => `palette-${index}`;
/** Fewer characters find too much. */
const leastTyped = 2;
/** Pages and actions shown, so that records find room. */
const mostNamed = 12;

/** Finds pages by any part of their menu name or by its sounds, records, and actions. Esc closes, arrows choose, Enter opens. */
export default function Palette({ items, onClose }: { items: readonly MenuItem[]; onClose: () => void }) {
  const t = useTexts();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const { options, isLooking, hasRecords } = useOptions(items, typed.trim());

  function go(option: Option | undefined) {
    if (!option) return;
    onClose();
    option.go();
  }

  function keys(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const next = (chosen + step + options.length) % Math.max(options.length, 1);
      setChosen(next);
      document.getElementById(getOptionId(next))?.scrollIntoView({ block: "nearest" });
    } else if (event.key === "Enter") go(options[chosen]);
  }

  const status = typed.trim() && options.length === 0 ? t("none") : t("hint");
  return (
    <Modal className="palette" label={t("title")} onClose={onClose}>
      <div className="palette-body">
        <input
          className="palette-field"
          autoFocus
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls="palette-list"
          aria-activedescendant={options[chosen] ? getOptionId(chosen) : undefined}
          aria-label={t("title")}
          placeholder={t(hasRecords ? "placeholder" : "pagesOnly")}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onKeyDown={keys}
        />
        <ul id="palette-list" role="listbox" aria-label={t("title")}>
          {options.map((option, index) => (
            <li
              key={option.key}
              id={getOptionId(index)}
              role="option"
              aria-selected={index === chosen}
              // A list that scrolls under a pointer at rest leaves the choice to the keys.
              onMouseMove={({ movementX, movementY }) => (movementX || movementY) && setChosen(index)}
              onClick={() => go(option)}
            >
              <span>{option.name}</span>
              <span className="palette-trail">{option.note}</span>
            </li>
          ))}
        </ul>
        <p className="palette-hint" role="status">
          {isLooking ? t("looking") : status}
        </p>
      </div>
    </Modal>
  );
}

/** What was found: pages and actions at once, and below them records when the server has answered, so that nothing moves then. */
function useOptions(items: readonly MenuItem[], typed: string) {
  const t = useTexts();
  const label = useLabel();
  const language = useLanguage();
  const navigate = useNavigate();
  const session = useSession();
  const readsAs = useQuery({
    queryKey: ["pinyin"],
    queryFn: async () => (await import("./pinyin.ts")).readsAs,
    staleTime: Infinity,
  }).data;
  const late = useDelayed(typed, 250);
  const hasRecords = findsRecords(session);
  const records = useQuery({
    queryKey: ["palette", late],
    queryFn: ({ signal }) => findRecords(late, session, signal),
    enabled: hasRecords && late.length >= leastTyped,
  });

  const open = (item: MenuItem) => {
    if (isOutside(item) && item.isOpen === "2") window.open(item.path, "_blank", "noopener,noreferrer");
    else void navigate(getPath(item));
  };
  const getNote = (item: MenuItem) =>
    trail(items, getPath(item))
      .slice(0, -1)
      .map((one) => menuName(one, language))
      .join(" / ");
  const pages = leaves(items).map((item) => ({
    names: [item.name, item.nameEn ?? ""],
    option: (): Option => ({
      key: `page ${item.id}`,
      name: menuName(item, language),
      note: getNote(item),
      go: () => open(item),
    }),
  }));
  const actions = getActions(session).map(({ key, name, path, run }) => ({
    names: [nameIn(name, "zh"), nameIn(name, "en")],
    option: (): Option => ({
      key: `action ${key}`,
      name: label(name),
      note: t("action"),
      go: () => (path ? void navigate(path) : run?.()),
    }),
  }));
  const found = late === typed ? (records.data ?? []) : [];
  return {
    options: [
      ...findByName([...pages, ...actions], typed, readsAs)
        .slice(0, mostNamed)
        .map(({ option }) => option()),
      ...found.map(({ id, kind, name, note, path }) => ({
        key: `${path} ${id}`,
        name,
        note: [label(kind), note].filter(Boolean).join(" · "),
        go: () => void navigate(path),
      })),
    ],
    hasRecords,
    isLooking: hasRecords && typed.length >= leastTyped && (late !== typed || records.isLoading),
  };
}
