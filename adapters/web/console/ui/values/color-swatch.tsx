export const ColorSwatch = ({ color }: { color: string }) => (
  <span className="swatch" aria-hidden="true" style={{ background: color, border: '1px solid var(--line)' }} />
);

export const isColor = (text: string): boolean => /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text);
