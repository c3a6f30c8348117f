/** A key that stands for one command of a payment. Not by `crypto.randomUUID`, which browsers offer on encrypted pages only. */
export const newPaymentKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, "0")).join("");
