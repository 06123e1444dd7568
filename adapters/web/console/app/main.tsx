import { t } from '../texts/text';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../console.css';
import { createTheme, type MantineColorsTuple, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError, isSessionEnd } from '../api/client';
import { sessionQuery } from '../api/session';
import { ConflictError, DeletedError } from '../api/versions';
import { activateLanguage, useLanguage } from '../texts/language';
import { notifyError } from '../ui/page/notices';
import { makeRouter } from './router';

/** The CSP nonce for styles that scripts add. */
const nonce = document.querySelector<HTMLElement>('meta[property=csp-nonce]')?.nonce ?? '';
Object.assign(globalThis, { __webpack_nonce__: nonce }); // read by a library of Mantine

/** @returns whether the session has ended */
async function noteEnd(error: Error): Promise<boolean> {
  if (!isSessionEnd(error)) return false;
  await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  return !queries.getQueryData(sessionQuery.queryKey)?.user;
}

/** Conflicts and ended sessions have their own dialogs. */
async function noteFailure(error: Error, failed: string | undefined): Promise<void> {
  if (error instanceof ConflictError || error instanceof DeletedError) void queries.invalidateQueries({ queryKey: ['register'] });
  if (error instanceof ApiError && error.status === 503) void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  if (error instanceof ConflictError || (await noteEnd(error))) return;
  notifyError(error, error instanceof DeletedError ? t('error.deleted') : failed);
}

const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => void noteEnd(error) }),
  mutationCache: new MutationCache({
    onError: (error, _given, _context, { meta }) => void noteFailure(error, meta?.failed),
    onSuccess: (_answer, _given, _context, { meta }) =>
      meta?.readsAgain ? undefined : queries.invalidateQueries({ queryKey: ['register'] }),
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
});

/** Before the page is left, saves the edited field, and asks for confirmation while a write is pending. */
addEventListener('beforeunload', (event) => {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement && activeElement.matches('.edit-cell')) activeElement.blur();
  if (queries.isMutating() > 0) event.preventDefault();
});

const router = makeRouter(queries);

/** A language change mounts all pages again. */
function Console() {
  const language = useLanguage();
  return (
    <MantineProvider theme={makeTheme()} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Notifications position="bottom-right" containerWidth={300} />
      <QueryClientProvider client={queries}>
        <RouterProvider key={language} router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

const root = document.getElementById('root');
if (root)
  void activateLanguage().then(() =>
    createRoot(root).render(
      <StrictMode>
        <Console />
      </StrictMode>,
    ),
  );

const colors: Readonly<Record<'hexipam' | 'dark' | 'red', MantineColorsTuple>> = {
  hexipam: ['#e6f9f7', '#cdf0ec', '#9be1da', '#63d0c6', '#38c0b4', '#1aa79d', '#0b8a83', '#07716c', '#055b57', '#034644'],
  dark: ['#dfe3e8', '#c3cad2', '#9aa5b1', '#6d7883', '#3d454e', '#2f363d', '#24292f', '#1a1d21', '#15181b', '#101214'],
  // contrast of at least 4.5 to text and cards: dark shades in the light scheme, light shades in the dark scheme
  red: ['#fff0f0', '#ffdcdc', '#ffc2c2', '#ffa8a8', '#ff9a9a', '#ff8787', '#e03131', '#c92a2a', '#ad2323', '#961c1c'],
};

const makeTheme = () =>
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
          overlayProps: { backgroundOpacity: 0.4 }, // a blur takes 50 ms of each frame without a graphics processor
          closeButtonProps: { 'aria-label': t('common.close') },
        },
      },
      Notification: { defaultProps: { closeButtonProps: { 'aria-label': t('common.close') } } },
    },
  });
