/** Sections, subnets and addresses. SQL finds the candidates of a list by an index. The code checks the remaining conditions. */
import {
  firstFreePrefix,
  foldCase,
  IpAddress,
  lastFreePrefix,
  levelIn,
  levelOnSubnet,
  meetsAll,
  rangeContains,
  rangeOf,
  selected,
  treeOrder,
  UsageCalculation,
} from 'hexipam/domain';
import { asLocked } from 'hexipam/ports';
import { addressOrders, byNetwork, folded, hasCustom, sectionOrder, subnetOrder } from './lists.js';
import { addressOfKey, ascending, endsOf, keyOf, listOf, Records, stream } from './records.js';

export class Sections {
  constructor(connection) {
    this.records = new Records(connection, 'sections');
  }

  find = async (id) => this.records.find(id);
  findByName = async (name) => {
    const [row] = this.records.rows('nameKey = ?', foldCase(name));
    return row && this.records.present(row);
  };
  list = (viewer, listQuery) => stream(() => this.listed(viewer, listQuery));
  count = async (viewer, listQuery) => this.listed(viewer, listQuery).length;
  hasChildren = async (id) => this.records.rows('masterSection = ? limit 1', id).length > 0;

  listed(viewer, listQuery) {
    const rows = listQuery ? selected(this.records.rows(), listQuery) : this.records.rows();
    const seen = rows
      .map((row) => this.records.present(row))
      .filter(({ permissions }) => !viewer || levelIn(permissions, viewer) > 0);
    return listQuery ? seen : seen.sort(sectionOrder);
  }

  // Units of work run one after another, so reads need no locks.
  lock = this.find;
  insert = async (values) => this.records.insert(values);
  update = async (id, changes) => this.records.update(id, changes);
  delete = async (id) => this.records.delete(id);
}

/** Conditions on subnets that compare a field with a value. */
const subnetFieldConditions = ['sectionId', 'masterSubnetId', 'vlanId', 'vrfId', 'device', 'location', 'isFolder'];

export class Subnets {
  constructor(connection) {
    this.sql = connection;
    this.records = new Records(connection, 'subnets');
    this.sections = new Records(connection, 'sections');
    this.addresses = new Records(connection, 'addresses');
  }

  find = async (id) => this.records.find(id);
  findListing = async (id) => {
    const subnet = this.records.find(id);
    return subnet && this.listing(subnet);
  };
  list = (query) => stream(() => this.listed(query).map((subnet) => this.listing(subnet)));
  ids = (query) => stream(() => this.listed(query).map(({ id }) => id));
  count = async (query, max = Number.POSITIVE_INFINITY) => Math.min(this.listed(query).length, max);
  search = (search, viewer) =>
    stream(() => this.seen(this.records.search(search), viewer).map((row) => this.listing(this.records.present(row))));
  hasChildren = async (id) => this.sql.get('select 1 from subnets where masterSubnetId = ?', id) !== undefined;

  /** A subnet with its gateway. Name servers belong to the capability catalog. */
  listing(subnet) {
    const isGateway = `subnetId = ? and json_extract(record, '$.values.is_gateway') order by id limit 1`;
    const [gateway] = this.addresses.rows(isGateway, subnet.id);
    return { subnet, gateway: gateway ? { id: gateway.id, ip: gateway.values.ip } : null, nameserver: null };
  }

  listed(query) {
    const below = query.descendantsOf === undefined ? undefined : this.below(query.descendantsOf);
    const met = this.candidates(query, below).filter((row) => this.meets(row, query, below) && meetsAll(row, query.where));
    const seen = this.seen(met, query.viewer);
    if (query.listQuery) return selected(seen, query.listQuery).map((row) => this.records.present(row));
    const subnets = seen.map((row) => this.records.present(row));
    return query.order.by === 'tree' && below
      ? this.inTreeOrder(subnets, query.descendantsOf, below)
      : subnets.sort(subnetOrder(query.order));
  }

  /** The rows that an index finds. They include all rows that match the query. */
  candidates({ ids, prefix, overlapping, inside, masterSubnetId, sectionId }, below) {
    const among = ids ?? (below && [...below]);
    if (among) return this.records.among(among);
    const range = prefix ?? overlapping ?? inside;
    if (range) return this.overlapping(range);
    if (typeof masterSubnetId === 'number') return this.records.rows('masterSubnetId = ?', masterSubnetId);
    return sectionId === undefined ? this.records.rows() : this.records.rows('sectionId = ?', sectionId);
  }

  overlapping(prefix) {
    const [first, last] = endsOf(rangeOf(prefix));
    return this.records.rows('first <= ? and last >= ?', last, first);
  }

  meets({ id, values, custom }, query, below) {
    const { prefix } = values;
    if (query.ids && !query.ids.includes(id)) return false;
    if (below && !below.has(id)) return false;
    if (query.prefix && !prefix?.equals(query.prefix)) return false;
    if (query.overlapping && !prefix?.overlaps(query.overlapping)) return false;
    if (query.inside && !(prefix && query.inside.contains(prefix))) return false;
    if (query.isLeaf && this.sql.get('select 1 from subnets where masterSubnetId = ?', id)) return false;
    if (query.custom && !hasCustom({ custom }, query.custom)) return false;
    return subnetFieldConditions.every((field) => query[field] === undefined || values[field] === query[field]);
  }

  seen(rows, viewer) {
    if (!viewer) return rows;
    const permissions = new Map(this.sections.rows().map(({ id, values }) => [id, values.permissions]));
    return rows.filter(({ values }) => levelOnSubnet(permissions.get(values.sectionId) ?? null, values.permissions, viewer) > 0);
  }

  /** Ids of a subnet and its descendants. */
  below(id) {
    const tree = `with recursive tree(id) as (select id from subnets where id = ?
      union select subnets.id from subnets join tree on masterSubnetId = tree.id) select id from tree`;
    return new Set(this.sql.all(tree, id).map((found) => found.id));
  }

  inTreeOrder(subnets, root, below) {
    const whole = this.records.among(below).map((row) => this.records.present(row));
    const nodes = whole.sort(byNetwork).map(({ id, masterSubnetId }) => ({ id, masterId: masterSubnetId }));
    const found = new Map(subnets.map((subnet) => [subnet.id, subnet]));
    return treeOrder(root, nodes).flatMap((id) => found.get(id) ?? []);
  }

  freePrefix = async ({ id, prefix }, length, end) => {
    const children = this.records.rows('masterSubnetId = ? and first is not null order by first, last desc', id);
    const find = end === 'first' ? firstFreePrefix : lastFreePrefix;
    return find(
      prefix,
      children.map(({ values }) => values.prefix),
      length,
    );
  };

  findOverlap = async (prefix, scope, exceptId) => {
    const skipped = exceptId === undefined ? new Set() : this.below(exceptId);
    const isInScope = ({ values }) =>
      'sectionId' in scope
        ? values.sectionId === scope.sectionId && values.vrfId === scope.vrfId
        : values.masterSubnetId === scope.masterSubnetId && (values.vrfId === null || values.vrfId === scope.vrfId);
    const found = this.overlapping(prefix).filter((row) => !skipped.has(row.id) && isInScope(row));
    return found.map((row) => this.records.present(row)).sort(subnetOrder({ by: 'longestMask' }))[0];
  };

  ancestorIds = async (id) => {
    const path = `with recursive path(id, depth) as (select id, 0 from subnets where id = ?
      union all select masterSubnetId, depth + 1 from subnets join path using (id) where masterSubnetId is not null)
      select id from path order by depth`;
    return this.sql.all(path, id).map((found) => found.id);
  };

  /** Computed at each call. A storage with many addresses stores counts. */
  usageCounts = async (ids) => {
    const below = ascending(ids.flatMap((id) => [...this.below(id)]));
    const count = `select subnetId, json_extract(record, '$.values.tag') as tag, count(*) as count from addresses
      where subnetId in (select value from json_each(?)) group by 1, 2`;
    const nodes = this.records.among(below).map((row) => this.records.present(row));
    const usage = new UsageCalculation({ nodes, counts: this.sql.all(count, listOf(below)) });
    return new Map(ids.filter((id) => below.includes(id)).map((id) => [id, usage.countsOf(id)]));
  };
  followUsage = async () => {};

  expiredHolds = async (until, max, masterSubnetId) => {
    const where = `heldUntil <= ? and (?2 is null or masterSubnetId = ?2) order by heldUntil, id limit ?3`;
    return this.sql.all(`select id from subnets where ${where}`, until, masterSubnetId ?? null, max).map(({ id }) => id);
  };

  lock = async (id) => {
    const subnet = this.records.find(id);
    return subnet && asLocked(subnet);
  };
  lockIfIdle = this.lock;
  lockAll = async (ids) => (await Promise.all(ascending(ids).map((id) => this.lock(id)))).filter((each) => each !== undefined);
  lockForAllocation = async (id, at) => {
    const master = await this.lock(id);
    return master && { master, hasExpiredBelow: (await this.expiredHolds(at, 1, id)).length > 0 };
  };
  insert = async (values) => this.records.insert(values);
  insertAll = async (_below, all) => all.map((values) => this.records.insert(values));
  update = async (id, changes) => this.records.update(id, changes);
  delete = async (id) => this.records.delete(id);
  deleteAll = async (ids) => ids.forEach((id) => void this.records.delete(id));
}

/** Conditions on addresses that compare a field with a value. */
const addressFieldConditions = ['subnetId', 'mac', 'tag', 'deviceId', 'location'];

export class Addresses {
  constructor(connection) {
    this.sql = connection;
    this.records = new Records(connection, 'addresses');
    this.subnets = new Subnets(connection);
  }

  find = async (id) => this.records.find(id);
  findInSubnet = async (subnetId, ip) => (await this.findAll(subnetId, [ip]))[0];
  list = (query) => stream(() => this.listed(query));
  count = async (query, max = Number.POSITIVE_INFINITY) => Math.min(this.listed(query).length, max);
  search = (search, viewer) =>
    stream(() => this.seen(this.records.search(search), viewer).map((row) => this.records.present(row)));

  listed(query) {
    const met = this.candidates(query).filter((row) => this.meets(row, query) && meetsAll(row, query.where));
    const seen = this.sharing(query, this.seen(met, query.viewer));
    if (query.listQuery) return selected(seen, query.listQuery).map((row) => this.records.present(row));
    return seen.map((row) => this.records.present(row)).sort(addressOrders[query.order]);
  }

  /** Rows with the host name or MAC address of another visible row. */
  sharing({ sharing, viewer }, rows) {
    if (!sharing) return rows;
    const sharedValue = ({ values }) => folded(values[sharing]) || undefined;
    const numbers = new Map();
    for (const row of this.seen(this.records.rows(), viewer))
      numbers.set(sharedValue(row), (numbers.get(sharedValue(row)) ?? 0) + 1);
    return rows.filter((row) => sharedValue(row) !== undefined && numbers.get(sharedValue(row)) > 1);
  }

  candidates({ ip, subnetId, subnetIds, inside }) {
    if (ip) return this.records.rows('ip = ?', keyOf(ip));
    if (subnetId !== undefined) return this.records.rows('subnetId = ?', subnetId);
    if (subnetIds) return this.records.among(subnetIds, 'subnetId');
    return inside ? this.records.rows('ip between ? and ?', ...endsOf(rangeOf(inside))) : this.records.rows();
  }

  meets({ values, custom }, { subnetIds, ip, hostname, hostnamePrefix, inside, range, custom: wanted, ...query }) {
    const ownHostname = folded(values.hostname);
    if (subnetIds && !subnetIds.includes(values.subnetId)) return false;
    if (ip && !values.ip.equals(ip)) return false;
    if (hostname !== undefined && ownHostname !== foldCase(hostname)) return false;
    if (hostnamePrefix !== undefined && !ownHostname?.startsWith(foldCase(hostnamePrefix))) return false;
    if (inside && !inside.containsAddress(values.ip)) return false;
    if (range && !rangeContains(range, values.ip)) return false;
    if (wanted && !hasCustom({ custom }, wanted)) return false;
    return addressFieldConditions.every((field) => query[field] === undefined || values[field] === query[field]);
  }

  seen(rows, viewer) {
    if (!viewer) return rows;
    const ids = ascending(rows.map(({ values }) => values.subnetId));
    const subnets = this.subnets.records.among(ids);
    const visible = new Set(this.subnets.seen(subnets, viewer).map(({ id }) => id));
    return rows.filter(({ values }) => visible.has(values.subnetId));
  }

  /** Returns the lowest free addresses, from the gaps between used ones. */
  lowestFree = async (subnetId, max, range) => {
    const subnet = this.subnets.records.find(subnetId);
    const within = range ?? (subnet?.prefix && rangeOf(subnet.prefix));
    if (!within) return [];
    const { first, last } = within;
    const used = this.sql.all(
      'select ip from addresses where subnetId = ? and ip between ? and ? order by ip',
      subnetId,
      ...endsOf(within),
    );
    const free = [];
    let next = first.value;
    for (const value of [...used.map(({ ip }) => addressOfKey(ip).value), last.value + 1n]) {
      for (; next < value && free.length < max; next++) free.push(IpAddress.of(first.family, next));
      next = value + 1n;
    }
    return free;
  };
  freeSpace = async (subnetId, max) => ({
    hasChildren: await this.subnets.hasChildren(subnetId),
    lowest: await this.lowestFree(subnetId, max),
    heldUntil: this.sql.get('select min(heldUntil) as heldUntil from addresses where subnetId = ?', subnetId).heldUntil,
  });

  findAll = async (subnetId, ips) => {
    const keys = ips.map(keyOf);
    const found = this.records.rows(
      'subnetId = ? and ip in (select value from json_each(?)) order by ip',
      subnetId,
      listOf(keys),
    );
    return found.map((row) => this.records.present(row));
  };
  usedAmong = async (subnetId, ips) => (await this.findAll(subnetId, ips)).map(({ ip }) => ip);
  findAnyOf = async (subnetId, ips) => (await this.usedAmong(subnetId, ips))[0];
  expiredHolds = async (until, max, subnetId) => {
    const where = 'heldUntil <= ? and (?2 is null or subnetId = ?2) order by heldUntil, id limit ?3';
    return this.sql.all(`select id, subnetId from addresses where ${where}`, until, subnetId ?? null, max);
  };

  lock = this.find;
  lockAll = async (ids) => ascending(ids).flatMap((id) => this.records.find(id) ?? []);
  lockForAllocation = async (subnetId, max) => {
    const subnet = await this.subnets.lock(subnetId);
    return subnet && { subnet, space: await this.freeSpace(subnetId, max) };
  };
  lockForInsert = async (subnetId, ip) => {
    const subnet = await this.subnets.lock(subnetId);
    return subnet && { subnet, isTaken: (await this.findInSubnet(subnetId, ip)) !== undefined };
  };
  insert = async (values) => this.records.insert(values);
  insertAll = async (_into, all) => all.map((values) => this.records.insert(values));
  update = async (id, changes) => this.records.update(id, changes);
  delete = async (ids) => ascending(ids).filter((id) => this.records.delete(id)).length;
  deleteAllIn = async (subnetId) => void this.sql.run('delete from addresses where subnetId = ?', subnetId);
  clearGateways = async (subnetId, exceptId, editDate) => {
    for (const { id, values } of this.records.rows('subnetId = ?', subnetId)) {
      if (values.is_gateway && id !== exceptId) this.records.update(id, { is_gateway: false, editDate });
    }
  };
}
