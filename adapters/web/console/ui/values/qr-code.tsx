import { renderSVG } from 'uqr';

/** Dark on light in every theme. */
export const QrCode = ({ text, label }: { text: string; label: string }) => (
  <img
    src={`data:image/svg+xml,${encodeURIComponent(renderSVG(text))}`}
    alt={label}
    width={180}
    height={180}
    style={{ background: '#fff', borderRadius: 6, alignSelf: 'center' }}
  />
);
