/** What is wrong with an expression, or with the values that it met. */
export class ExpressionError extends Error {
  readonly zh: string;
  readonly en: string;
  constructor(zh: string, en: string) {
    super(en);
    this.zh = zh;
    this.en = en;
  }
}

/** What a formula answers where its divisor is still missing. */
export class DivisionByZero extends ExpressionError {
  constructor() {
    super("除数为零", "division by zero");
  }
}
