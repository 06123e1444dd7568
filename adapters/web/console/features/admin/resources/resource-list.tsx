import { Button, Group, Menu, Modal } from '@mantine/core';
import { PlusIcon } from '@primer/octicons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../../api/client';
import { labelOf } from '../../../api/kinds';
import { useRights } from '../../../api/session';
import { t, textFor } from '../../../texts/text';
import { DeleteItem, MoreMenu, SendItem } from '../../../ui/dialogs/more-menu';
import { proven } from '../../../ui/dialogs/proof';
import { Form, FormActions } from '../../../ui/forms/form';
import { notifyDone, notifyError } from '../../../ui/page/notices';
import { Empty, Loading, Quiet } from '../../../ui/page/page';
import { type DataColumn, menuColumn, TableCard, timeColumn } from '../../../ui/tables/data-table';
import { NewSecret } from '../../../ui/values/shown-once';
import { type MemberDescription, membersQuery, type ResourceRecord, resourceQuery } from '../queries';
import { useAdminSearch, useFilter } from '../search';
import { Attempts } from './attempts';
import { type Inputs, levelText, MemberFields, rightText } from './member-field';
import { customFieldName, nameOf, pathOf, type Resource, type ResourceName, resources } from './resources';

export function ResourceList({ name }: { name: ResourceName }) {
  const definition = resources[name];
  const { kind, secret: word = 'secret' } = definition;
  const { change } = useAdminSearch();
  const { filter, includes } = useFilter();
  const [secret, setSecret] = useState<string | null>(null);
  const described = useQuery(membersQuery);
  const records = useQuery(resourceQuery(name));
  const members = described.data && (described.data.find((each) => each.name === name)?.members ?? []);
  const columns = columnsOf(definition, members ?? []);
  const number = records.data?.length ?? 0;
  const add = () => change({ add: true });
  return (
    <>
      <TableCard
        title={records.data ? t(`count.${kind}`, { n: number }) : t(`kind.${kind}`)}
        label={t(`kind.${kind}`)}
        side={
          <Group gap="xs" wrap="nowrap">
            {filter}
            <Button leftSection={<PlusIcon size={14} />} onClick={add}>
              {t('common.new')}
            </Button>
          </Group>
        }
        of={{
          data: members && records.data,
          error: records.error ?? described.error,
          refetch: () => Promise.all([described.refetch(), records.refetch()]),
        }}
        columns={[
          ...columns,
          menuColumn<ResourceRecord>((record) => <ResourceMenu name={name} record={record} onSecret={setSecret} />),
        ]}
        isShown={(record) => columns.some(({ text }) => text && includes(text(record)))}
        keyOf={(record) => nameOf(definition, record)}
        empty={
          number > 0 ? (
            <Empty title={t('common.noMatch')}>{t('common.noMatchHelp', { n: number })}</Empty>
          ) : (
            <Empty title={t(`empty.${kind}`)} action={<Button onClick={add}>{t(`create.${kind}`)}</Button>}>
              {t(`resource.${name}.empty`)}
            </Empty>
          )
        }
      />
      <ResourceDialogs name={name} members={members} records={records.data} onSecret={setSecret} />
      <NewSecret secret={secret} word={word} onClose={() => setSecret(null)} />
    </>
  );
}

interface DialogsProperties {
  readonly name: ResourceName;
  readonly members: readonly MemberDescription[] | undefined;
  readonly records: readonly ResourceRecord[] | undefined;
  readonly onSecret: (secret: string) => void;
}

function ResourceDialogs({ name, members, records, onSecret }: DialogsProperties) {
  const definition = resources[name];
  const { search, change } = useAdminSearch();
  const { edit = '', attempts } = search;
  const edited = records?.find((record) => nameOf(definition, record) === search.edit);
  const shownName = name === 'custom_fields' ? customFieldName(edit) : edit;
  const close = () => change({ add: undefined, edit: undefined, attempts: undefined });
  return (
    <>
      <Modal
        opened={search.add === true || edited !== undefined}
        onClose={close}
        title={edited ? t('resource.edit', { name: shownName }) : t(`create.${definition.kind}`)}
      >
        {members ? (
          <ResourceForm key={edit} name={name} members={members} record={edited} onDone={close} onSecret={onSecret} />
        ) : (
          <Loading />
        )}
      </Modal>
      <Modal
        opened={attempts !== undefined}
        onClose={close}
        title={t(name === 'webhooks' ? 'deliveries.title' : 'providerTest.title', { name: attempts ?? '' })}
        size="xl"
      >
        {attempts === undefined ? null : <Attempts name={name} of={attempts} />}
      </Modal>
    </>
  );
}

type MemberType = MemberDescription['type'] | undefined;

const columnsOf = ({ kind, columns }: Resource, members: readonly MemberDescription[]): DataColumn<ResourceRecord>[] =>
  columns.map((name, position) => {
    const type = members.find((member) => member.name === name)?.type;
    const [title, isMinor] = [labelOf(name, kind), position > 1 && name !== 'disabled' && name !== 'failures'];
    if (type === 'time') return timeColumn(name, title, '165px', { never: t('common.never'), isMinor });
    const text = (record: ResourceRecord) =>
      (kind === 'role' ? roleText(name, record) : undefined) ?? printed(name, type, record[name]);
    return { name, title, width: widthOf(name, type, position), isMinor, text, ...(position === 0 ? { look: 'strong' } : {}) };
  });

const isLong = (name: string): boolean => ['description', 'comment', 'url', 'groups', 'levels', 'rights'].includes(name);

function widthOf(name: string, type: MemberType, position: number): string {
  if (position === 0) return 'minmax(130px, 1.6fr)';
  if (type === 'flag') return '84px';
  return isLong(name) ? 'minmax(100px, 2fr)' : 'minmax(88px, 1fr)';
}

/** Returns the text of a role's member in the language of the user. Undefined for members that are not translated. */
function roleText(name: string, record: ResourceRecord): string | undefined {
  const value = record[name];
  const texts = Array.isArray(value) ? value.map(String) : [];
  if (name === 'description' && String(record.builtIn) === '1')
    return textFor(`role.purpose.${record.name}`, String(value ?? ''));
  if (name === 'rights') return texts.map(rightText).join(', ');
  return name === 'levels' ? texts.map(levelText).join(', ') : undefined;
}

/** The type of a custom field of texts. */
const customTextLength = /^varchar\((\d+)\)$/;

function printed(name: string, type: MemberType, value: ResourceRecord[string]): string {
  if (value === null || value === undefined) return '';
  if (name === 'type' && customTextLength.test(String(value)))
    return String(value).replace(customTextLength, (_, n) => t('customField.text', { n }));
  if (type === 'flag') return String(value) === '1' ? t('common.yes') : '';
  if (type === 'enum') return textFor(`value.${name}.${value}`, String(value));
  return Array.isArray(value) ? value.join(', ') : String(value);
}

interface FormProperties {
  readonly name: ResourceName;
  readonly members: readonly MemberDescription[];
  /** The record to change; undefined for a new one. */
  readonly record: ResourceRecord | undefined;
  readonly onDone: () => void;
  readonly onSecret: (secret: string) => void;
}

function ResourceForm({ name, members, record, onDone, onSecret }: FormProperties) {
  const definition = resources[name];
  const { kind } = definition;
  const [values, setValues] = useState<Inputs>({});
  const path = record ? pathOf(name, definition, record) : `admin/${name}/`;
  const save = useMutation({
    mutationFn: () => proven(() => send<{ data?: ResourceRecord }>(record ? 'PATCH' : 'POST', path, values)),
    onSuccess: ({ data }) => {
      notifyDone(t(record ? 'common.saved' : 'common.created'));
      onDone();
      const secret = definition.secret && data?.[definition.secret];
      if (secret) onSecret(String(secret));
    },
  });
  const type = String(values.type ?? record?.type ?? '');
  /** Members of sign-in providers with a dot belong to the type before the dot. */
  const isOfType = (member: string) => kind !== 'signInProvider' || !member.includes('.') || member.startsWith(`${type}.`);
  return (
    <Form send={save.mutate}>
      <MemberFields
        kind={kind}
        members={members.filter((each) => !each.isReadOnly && !(each.isFixed && record) && isOfType(each.name))}
        record={record}
        values={values}
        change={setValues}
        hasFocus
      />
      {record ? null : <Quiet size="xs">{t('common.requiredDefaults')}</Quiet>}
      <FormActions
        label={t(record ? 'common.save' : 'common.create')}
        busy={save.isPending}
        disabled={Object.keys(values).length === 0}
        onCancel={onDone}
      />
    </Form>
  );
}

interface MenuProperties {
  readonly name: ResourceName;
  readonly record: ResourceRecord;
  readonly onSecret: (secret: string) => void;
}

function ResourceMenu({ name, record, onSecret }: MenuProperties) {
  const { change } = useAdminSearch();
  const { administrator } = useRights();
  const definition = resources[name];
  const { secret } = definition;
  const called = nameOf(definition, record);
  const path = pathOf(name, definition, record);
  if (String(record.builtIn) === '1') return null;
  return (
    <MoreMenu of={called}>
      <Menu.Item onClick={() => change({ edit: called })}>{t('common.edit')}</Menu.Item>
      {name === 'users' && administrator ? (
        <>
          <SendItem<{ ended: number | string }>
            label={t('resource.endSessions')}
            call={() => send('DELETE', `${path}tokens/`)}
            done={({ ended }) => notifyDone(t('resource.sessionsEnded', { n: Number(ended) }))}
          />
          <SendItem<{ removed: number | string }>
            label={t('resource.resetFactors')}
            call={() => send('DELETE', `${path}factors/`)}
            done={({ removed }) => notifyDone(t('resource.factorsRemoved', { n: Number(removed) }))}
          />
        </>
      ) : null}
      {secret && (name === 'webhooks' || ['static', 'crypt'].includes(String(record.security))) ? (
        <SendItem<ResourceRecord>
          label={t(`secret.renew.${secret}`)}
          call={() => proven(() => send('PATCH', path, { newSecret: 1 }))}
          done={(data) => onSecret(String(data[secret] ?? ''))}
        />
      ) : null}
      {name === 'webhooks' ? (
        <>
          {(['test', 'retry'] as const).map((what) => (
            <SendItem<Sent>
              key={what}
              label={t(`resource.${what}`)}
              call={() => send('POST', `${path}${what}/`)}
              done={notifySent}
            />
          ))}
          <Menu.Item onClick={() => change({ attempts: called })}>{t('resource.deliveries')}</Menu.Item>
        </>
      ) : null}
      {name === 'sign_in_providers' ? (
        <Menu.Item onClick={() => change({ attempts: called })}>{t('providerTest.action')}</Menu.Item>
      ) : null}
      <DeleteItem path={path} name={called} warning={t(`resource.${name}.warning`)} />
    </MoreMenu>
  );
}

interface Sent {
  readonly delivered: number | string;
  readonly left: number | string;
  readonly problem: string | null;
}

const notifySent = ({ delivered, left, problem }: Sent): void =>
  problem === null
    ? notifyDone(t('resource.delivered', { n: delivered }))
    : notifyError(new Error(t('resource.undelivered', { delivered, left, problem })));
