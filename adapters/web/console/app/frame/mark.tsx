export const Mark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <path fill="var(--mantine-primary-color-filled)" d="M16 1 29 8.500v15L16 31 3 23.500v-15z" />
    <path fill="#fff" d="M9.500 10h3v12h-3zm10 0h3v12h-3zm-7 4.500h7v3h-7z" />
  </svg>
);
