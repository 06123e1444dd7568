import type { Application } from '../../../../application/index.js';
import type { Readers } from '../../../../application/ports/unit-of-work.js';
import { readSubnetCriteria, subnetCriteriaFields } from '../../../../domain/allocation/subnet-choice.js';
import { IpamError } from '../../../../domain/errors.js';
import { Prefix } from '../../../../domain/net/prefix.js';
import { scalarText } from '../../../../domain/scalar-text.js';
import type { SplitRequest } from '../../../../domain/subnet/split.js';
import type { PlainAnswer } from '../../answer.js';
import type { ApiRequest, Route } from '../../api-request.js';
import type { ErrorMapping } from '../../error-mapping.js';
import { described, readChange, readInput, requestedId, splitWriteParameters, wireNames } from '../../wire/names.js';
import { extractNetwork, readNetwork } from '../../wire/network-parameters.js';
import { confirmed, ensuredAnswer } from '../common/answers.js';
import { type BulkResource, writeBulk } from '../common/bulk.js';
import { explainedWrite, explainFields } from '../common/explained-answer.js';
import { subnetChangeInput, subnetInput } from '../common/input-tells.js';
import { ofSubnets } from '../common/record-lists.js';
import { namesConditions, readDeletion, wireListFields } from '../common/selection.js';
import { withoutSpelledOut } from '../common/subnet-expansion.js';
import { namedSubnetId, numericSubnetId, readLength } from '../common/subnet-ids.js';
import { refusalOf, writing } from '../route.js';
import { subnetDocs as about } from './docs.js';

const defaultDescription = 'API autocreated';

const messages = { created: 'Subnet created', changed: 'Subnet updated' };

export const subnetWriteRoutes = (application: Application): Route[] => [
  ...creations(application),
  ...changes(application),
  ...deletions(application),
];

const route = writing('change');

function creations(application: Application): Route[] {
  const { subnets, ensuring } = application;
  return [
    ...(['first', 'last'] as const).map((end) =>
      route('POST', `/:id/${end}_subnet{/:mask}{/*rest}`, about.takeNetwork(end), subnetInput, (request) =>
        allocate(application, request, end),
      ),
    ),
    route('POST', '/bulk{/*rest}', about.bulk, subnetInput, (request) => writeBulk(bulkOf(application), request)),
    route('POST', '/ensure{/*rest}', about.ensure, subnetChangeInput, ({ write, app, parameters }) => {
      const { subnet, mask, ...fields } = readInput(wireNames.subnet, parameters, app.nestCustomFields);
      const prefix = readNetwork(subnet, mask);
      return write((caller) => ensuring.subnet(caller, prefix, fields), ensuredAnswer('subnets', messages));
    }),
    route('POST', '/{*rest}', about.create, subnetInput, async ({ write, app, parameters }) => {
      const { prefix, fields } = extractNetwork(readInput(wireNames.subnet, parameters, app.nestCustomFields));
      return write((caller) => subnets.create(caller, prefix, fields), created);
    }),
  ];
}

function changes(application: Application): Route[] {
  const { subnets, subnetOperations } = application;
  return [
    route('PATCH', '/:id/resize{/*rest}', about.resize, (request) =>
      request.write(
        async (caller) => subnetOperations.resize(caller, namedSubnetId(request), request.parameters.mask),
        confirmed('Subnet resized'),
      ),
    ),
    route('PATCH', '/:id/split{/*rest}', about.split, splitErrorMapping, (request) =>
      request.write(
        async (caller) => subnetOperations.split(caller, namedSubnetId(request), splitRequestOf(request)),
        confirmed('Subnet split'),
      ),
    ),
    route('PATCH', '/:id/permissions{/*rest}', about.setPermissions, ({ write, path, parameters }) =>
      write(
        async (caller) => subnets.setPermissions(caller, numericSubnetId(path.id), parameters),
        (data) => ({ message: 'Subnet permissions updated', data }),
      ),
    ),
    refusalOf('PATCH', '/:id/*rest', 'path.subnetParameters'),
    route('PATCH', '/{:id}', about.change, subnetChangeInput, async (request) => {
      const id = namedSubnetId(request);
      const { subnet: network, mask: length, ...changed } = await changeOf(application, request, id);
      return request.write((caller) => subnets.change(caller, id, changed, { network, length }), confirmed(messages.changed));
    }),
  ];
}

function deletions(application: Application): Route[] {
  const { subnets } = application;
  return [
    writing('writeAddresses')('DELETE', '/:id/truncate{/*rest}', about.truncate, (request) =>
      request.write(async (caller) => subnets.truncate(caller, namedSubnetId(request)), confirmed('Subnet truncated')),
    ),
    route('DELETE', '/:id/permissions{/*rest}', about.removePermissions, (request) =>
      request.write(
        async (caller) => subnets.removePermissions(caller, namedSubnetId(request)),
        confirmed('Subnet permissions removed'),
      ),
    ),
    refusalOf('DELETE', '/:id/*rest', 'path.subnetParameters'),
    route('DELETE', '/{:id}', about.remove, (request) => remove(application, request)),
  ];
}

/** Deletes the subnet with the id in the path or in a parameter, or deletes subnets by conditions. */
async function remove(application: Application, request: ApiRequest): Promise<PlainAnswer> {
  const { subnets, selectedDeletion } = application;
  const deleted = () => ({ message: 'Subnet deleted' });
  if (!namesConditions(request)) return request.write(async (caller) => subnets.delete(caller, namedSubnetId(request)), deleted);
  const deletion = await readDeletion(request, wireListFields(application, request.app, ofSubnets));
  const isFolder = request.controller === 'folders';
  return request.write((caller) => selectedDeletion.subnets(caller, isFolder, deletion), deleted);
}

const bulkOf = ({ subnetBulk }: Application): BulkResource => ({
  writes: subnetBulk,
  create: (input, { app }) => {
    const { prefix, fields } = extractNetwork(readInput(wireNames.subnet, input, app.nestCustomFields));
    return { prefix, input: fields };
  },
  change: (fields, { app }) => {
    const change = readChange(wireNames.subnet, withoutSpelledOut(fields), app.nestCustomFields);
    const { subnet: network, mask: length, ...input } = change;
    return { input, expectedNetwork: { network, length } };
  },
  remove: () => ({}),
  errorMapping: { create: subnetInput, change: subnetChangeInput, delete: {} },
  messages: { create: 'Subnet created', change: 'Subnet updated', delete: 'Subnet deleted' },
});

const splitRequestOf = ({ parameters: { number, group, prefix, copy_custom: copies } }: ApiRequest): SplitRequest => ({
  count: number,
  grouped: yesOrNo(group),
  namePrefix: prefix,
  copiesCustom: yesOrNo(copies),
});

/** Returns true for yes, 1 and true, and false for any other text, number or flag. The use case rejects other values. */
function yesOrNo(value: unknown): unknown {
  const word = scalarText(value);
  return word === undefined ? value : ['yes', '1', 'true'].includes(word.toLowerCase());
}

const splitErrorMapping: ErrorMapping = {
  'field.type': { grouped: 'parameter.yesOrNo', copiesCustom: 'parameter.yesOrNo' },
  fieldNames: { grouped: 'group', namePrefix: 'prefix', copiesCustom: 'copy_custom' },
};

/**
 * Reads the input of a change. Records show the tag as `tag`, but writes accept it only as `state`. An unchanged `tag` is accepted
 * if the request has other fields, so that clients can send a record as they read it.
 */
async function changeOf(
  { subnets }: Application,
  { caller, app, parameters: { tag, ...parameters } }: ApiRequest,
  id: number,
): Promise<Record<string, unknown>> {
  const change = readChange(wireNames.subnet, withoutSpelledOut(parameters), app.nestCustomFields);
  if (tag === undefined) return change;
  const { subnet } = await subnets.read(caller, id);
  const isWrittenBack = Object.keys(change).length > 0 && (scalarText(tag) ?? '') === String(subnet.tag ?? '');
  if (!isWrittenBack) throw new IpamError('field.unknown', { field: 'tag' });
  return change;
}

async function allocate(
  application: Application,
  { write: writeOnly, caller: asker, app, path, parameters: { subnet: _subnet, mask: _mask, ...parameters } }: ApiRequest,
  end: 'first' | 'last',
): Promise<PlainAnswer> {
  const customFields = () => application.directory.customFields('subnets');
  const asked = await splitWriteParameters(explainFields, parameters, customFields);
  const { given, others } = await splitWriteParameters(subnetCriteriaFields, asked.others, customFields);
  const input = described(readInput(wireNames.subnet, others, app.nestCustomFields), defaultDescription);
  const [id, length, criteria] = [
    numericSubnetId(requestedId(path.id, parameters)),
    readLength(path.mask),
    given && readSubnetCriteria(given, end),
  ];
  const { allocation, explaining } = application;
  const explain = ([taken]: readonly string[], within?: Readers) => {
    const prefix = taken === undefined ? undefined : Prefix.parse(taken);
    const own = within ? explaining.within(within) : explaining;
    return own.networks(asker, id, length, criteria ?? readSubnetCriteria({}, end), prefix);
  };
  const write = asked.given ? explainedWrite(asked.given, writeOnly, explain) : writeOnly;
  return write((caller) => allocation.allocateSubnet(caller, id, length, end, input, criteria), created);
}

/** For a folder, the answer contains the network `0.0.0.0/`. */
function created({ id, prefix }: { readonly id: number; readonly prefix: Prefix | null }): PlainAnswer {
  return { status: 201, message: 'Subnet created', id, data: prefix?.toString() ?? '0.0.0.0/', location: `subnets/${id}/` };
}
