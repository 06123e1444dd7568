import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { t } from '../texts/text';

const colors: Readonly<Record<'hexipam' | 'dark' | 'red', MantineColorsTuple>> = {
  hexipam: ['#e6f9f7', '#cdf0ec', '#9be1da', '#63d0c6', '#38c0b4', '#1aa79d', '#0b8a83', '#07716c', '#055b57', '#034644'],
  dark: ['#dfe3e8', '#c3cad2', '#9aa5b1', '#6d7883', '#3d454e', '#2f363d', '#24292f', '#1a1d21', '#15181b', '#101214'],
  // contrast of at least 4.5 to text and cards: dark shades in the light scheme, light shades in the dark scheme
  red: ['#fff0f0', '#ffdcdc', '#ffc2c2', '#ffa8a8', '#ff9a9a', '#ff8787', '#e03131', '#c92a2a', '#ad2323', '#961c1c'],
};

export const makeTheme = () =>
  createTheme({
    primaryColor: 'hexipam',
    primaryShade: { light: 7, dark: 5 },
    colors,
    autoContrast: true,
    fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
    fontFamilyMonospace:
      'ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
    fontSizes: { xs: '0.72rem', sm: '0.82rem', md: '0.9rem', lg: '1.05rem', xl: '1.25rem' },
    headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.35rem' }, h2: { fontSize: '1rem' }, h3: { fontSize: '0.9rem' } } },
    defaultRadius: 'md',
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { size: 'xs' } },
      ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
      TextInput: { defaultProps: { size: 'sm' } },
      Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm', fz: 'sm' } },
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } }, // a menu contains items only
      Tooltip: { defaultProps: { openDelay: 250, withArrow: true } },
      Modal: {
        defaultProps: {
          centered: true,
          attributes: { header: { role: 'presentation' } }, // the header of a dialog is not a banner of the page
          overlayProps: { blur: 2, backgroundOpacity: 0.4 },
          closeButtonProps: { 'aria-label': t('common.close') },
        },
      },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('common.close') } } },
    },
  });
