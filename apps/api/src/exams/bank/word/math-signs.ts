/** Signs of formulas in LaTeX. What is not named here is written as it stands. */
const greek =
  "α alpha β beta γ gamma δ delta ε varepsilon ϵ epsilon ζ zeta η eta θ theta ϑ vartheta ι iota κ kappa λ lambda μ mu µ mu ν nu ξ xi π pi ϖ varpi ρ rho ϱ varrho σ sigma ς varsigma τ tau υ upsilon φ varphi ϕ phi χ chi ψ psi ω omega " +
  "Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega";
const operators =
  "± pm ∓ mp × times ÷ div · cdot ⋅ cdot ∗ ast ∘ circ • bullet ⊕ oplus ⊖ ominus ⊗ otimes ⊙ odot ∙ cdot " +
  "≤ le ≥ ge ≠ ne ≈ approx ≡ equiv ≅ cong ∼ sim ≃ simeq ∝ propto ≪ ll ≫ gg ⩽ leqslant ⩾ geqslant ≺ prec ≻ succ " +
  "∈ in ∉ notin ∋ ni ⊂ subset ⊃ supset ⊆ subseteq ⊇ supseteq ∪ cup ∩ cap ∅ emptyset ∖ setminus ∧ wedge ∨ vee ¬ neg ∀ forall ∃ exists " +
  "→ to ← leftarrow ↔ leftrightarrow ⇒ Rightarrow ⇐ Leftarrow ⇔ Leftrightarrow ↑ uparrow ↓ downarrow ↦ mapsto ⇌ rightleftharpoons " +
  "∞ infty ∂ partial ∇ nabla ℏ hbar ℓ ell ℵ aleph ° degree ′ prime ″ prime\\prime … ldots ⋯ cdots ⋮ vdots ⋱ ddots ∠ angle ⊥ perp ∥ parallel △ triangle ∴ therefore ∵ because ∣ mid " +
  "∑ sum ∏ prod ∐ coprod ∫ int ∬ iint ∭ iiint ∮ oint ⋃ bigcup ⋂ bigcap ⋁ bigvee ⋀ bigwedge ⨁ bigoplus ⨂ bigotimes ⟨ langle ⟩ rangle ⌊ lfloor ⌋ rfloor ⌈ lceil ⌉ rceil ‖ Vert √ surd";

const signs = new Map<string, string>();
const pairs = `${greek} ${operators}`.split(" ");
for (let at = 0; at < pairs.length; at += 2) signs.set(pairs[at] as string, `\\${pairs[at + 1] as string} `);
for (const mark of "{}$&#%_") signs.set(mark, `\\${mark}`);
signs.set("\\", "\\backslash ").set("^", "\\wedge ").set("~", "\\sim ").set("−", "-").set("\u00a0", "~");
// Invisible signs: function application, times, separator, and spaces that LaTeX makes by itself.
for (const mark of "\u2061\u2062\u2063\u2064\u200b\u2009\u200a\u2006") signs.set(mark, "");

/** Words of East Asia, with their punctuation: upright, and no product of variables. */
const words = /[\u3000-\u303f\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]+/u;
const wordsOrSign = new RegExp(`${words.source}|.`, "gsu");

/** A text within braces of `\text`. */
export const quoted = (text: string): string =>
  text === "" ? "" : `\\text{${text.replace(/[{}$&#%_]/g, "\\$&").replace(/[\\^~](?![{}$&#%_])/g, " ")}}`;

/** The text of a formula. */
export const toSigns = (text: string): string =>
  text.replace(wordsOrSign, (part) => (words.test(part) ? quoted(part) : (signs.get(part) ?? toLetter(part))));

/** Letters of the mathematical alphabets as plain ones: LaTeX sets variables in italics by itself. */
const toLetter = (sign: string): string =>
  /[\u{1d400}-\u{1d7ff}]/u.test(sign) ? toSigns(sign.normalize("NFKC")) : sign;
