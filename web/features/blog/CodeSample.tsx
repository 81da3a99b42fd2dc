/** A code sample. Long lines scroll inside it, by keyboard too, and never widen the page. */
export function CodeSample({ of, children }: { of: string; children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section may not be preformatted text
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <pre aria-label={of} role="region" tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}
