/**
 * Runs in the page. What a page refuses it says once: not in a message and beside the form as well. Two sentences of the same words are told a
 * moment after the second one appeared, when whatever it replaces is gone.
 */
export function findSaidTwice(): void {
  const refusals =
    ".toast-error, .ant-alert-error, .ant-form-item-explain-error, .plain-refusal, .field-issue, [role=alert]";
  const isShown = (element: Element) => element.checkVisibility() && element.getBoundingClientRect().width > 0;
  const find = () => {
    const shown = [...document.querySelectorAll(refusals)].filter(isShown);
    for (const one of shown.filter((element) => element.matches(".toast-error"))) {
      const said = (one.querySelector("button")?.textContent ?? "").trim();
      if (said === "") continue;
      const others = shown.filter((element) => element !== one && !element.contains(one) && !one.contains(element));
      if (others.some((element) => element.textContent.includes(said)))
        (window as any).tellIssue(`says twice: ${said}`);
    }
  };
  new MutationObserver((changes) => {
    const isNew = changes.some(({ addedNodes }) =>
      [...addedNodes].some(
        (node) => node instanceof Element && (node.matches(refusals) || node.querySelector(refusals)),
      ),
    );
    if (isNew) setTimeout(find, 100);
  }).observe(document, { childList: true, subtree: true });
}
