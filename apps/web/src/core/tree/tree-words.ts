import { code, codeList } from "@jipei/contract/core/fields/field.ts";
import type { TreeNode } from "@jipei/contract/core/tree.ts";
import type { Named } from "../i18n/language.ts";
import type { Place } from "./tree-control.tsx";

/** The name of a node in both languages; rows that people named have it once. */
export const nodeName = ({ title, titleEn }: TreeNode): Named => [title, titleEn ?? title];

/** All nodes of trees, each before those below it. */
export const allNodes = (nodes: readonly TreeNode[]): TreeNode[] =>
  nodes.flatMap((node) => [node, ...allNodes(node.children ?? [])]);

/** The nodes whose name holds the words, with their ancestors, and with all that is below a node found. */
export function search(nodes: readonly TreeNode[], words: string, nameOf: (node: TreeNode) => string): TreeNode[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === "") return [...nodes];
  return nodes.flatMap((node) => {
    if (nameOf(node).toLowerCase().includes(wanted)) return [node];
    const children = search(node.children ?? [], words, nameOf);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** Nodes as places to choose from. */
export const getPlaces = (nodes: readonly TreeNode[], label: (name: Named) => string): Place[] =>
  nodes.map((node) => ({
    value: node.id,
    title: label(nodeName(node)),
    ...(node.children && { children: getPlaces(node.children, label) }),
  }));

/** The parent of a row as its detail names it; for the top level the server sends a Chinese name. */
export const getPart = (zh: string) =>
  code(codeList("TREE_TOP", "顶级", "Top", { 顶级: ["顶级", "Top"] }), zh, "Part of", "computed");
