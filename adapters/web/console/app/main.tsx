import { t } from '../texts/text';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../console.css';
import { MantineProvider } from '@mantine/core';
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
import { makeTheme } from './theme';

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
