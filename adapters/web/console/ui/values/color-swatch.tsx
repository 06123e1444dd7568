export const ColorSwatch = ({ color }: { color: string }) => (
  <span className="swatch" aria-hidden="true" style={{ background: color, border: '1px solid var(--line)' }} />
);

export const isColor = (text: string): boolean => /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(text);

/** High-contrast replacements for the pale default colours, distinguishable with colour blindness. */
const strong: Readonly<Record<string, string>> = {
  '#f59c99': '#5c636a',
  '#a9c9a4': '#087f5b',
  '#9ac0cd': '#1864ab',
  '#c9c9c9': '#b93c0b',
};

/** The colour of an address state with sufficient contrast to the page. @param color CSS colour, as stored */
export const stateColor = (color: string): string => strong[color.toLowerCase()] ?? `color-mix(in oklab, ${color} 62%, #123)`;
