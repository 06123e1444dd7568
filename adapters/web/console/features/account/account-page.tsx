import { Alert, Stack } from '@mantine/core';
import { AlertIcon } from '@primer/octicons-react';
import { useQuery } from '@tanstack/react-query';
import { Heading } from '../../ui/page/heading';
import { KeyList } from '../admin/keys/key-list';
import { daysLeft, keysQuery } from '../admin/keys/key-queries';

/** What belongs to the user who is signed in. */
export function AccountPage() {
  return (
    <Stack gap={12}>
      <Heading tab="Your account">Your account</Heading>
      <ExpiryWarning />
      <KeyList
        place="keys"
        title="Your keys"
        empty="Programs use a key in your name, as far as its scopes allow. The interface shows a key once, when it is made."
      />
    </Stack>
  );
}

/** Names the keys that expire within two weeks. */
function ExpiryWarning() {
  const { data = [] } = useQuery(keysQuery('keys'));
  const ending = data.filter((key) => (daysLeft(key) ?? 0) > 0);
  if (ending.length === 0) return null;
  return (
    <Alert icon={<AlertIcon size={18} />} color="orange" title="Keys expire soon">
      {ending.map(({ name }) => name).join(', ')}: replace them before programs stop to work.
    </Alert>
  );
}
