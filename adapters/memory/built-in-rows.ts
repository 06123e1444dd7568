import { insertRecord, type Values } from './records/records.js';
import { Draft, emptyState, type State } from './records/state.js';

const l2domains: readonly Values[] = [{ name: 'default', description: 'default L2 domain', domainId: 1 }];

const tags: readonly Values[] = [
  { type: 'Offline', showtag: true, bgcolor: '#f59c99', fgcolor: '#ffffff', compress: 'No', locked: 'Yes', updateTag: true },
  { type: 'Used', showtag: false, bgcolor: '#a9c9a4', fgcolor: '#ffffff', compress: 'No', locked: 'Yes', updateTag: true },
  { type: 'Reserved', showtag: true, bgcolor: '#9ac0cd', fgcolor: '#ffffff', compress: 'No', locked: 'Yes', updateTag: true },
  { type: 'DHCP', showtag: true, bgcolor: '#c9c9c9', fgcolor: '#ffffff', compress: 'Yes', locked: 'Yes', updateTag: true },
];

const machines = ['Switch', 'Router', 'Firewall', 'Hub', 'Wireless', 'Database', 'Workstation', 'Laptop', 'Other'];
const deviceTypes: readonly Values[] = machines.map((name) => ({
  tname: name,
  tdescription: name,
  bgcolor: '#E6E6E6',
  fgcolor: '#000',
}));

const scanAgents: readonly Values[] = [{ name: 'localhost', description: 'Scanning from local machine', type: 'direct' }];

const groups = [
  { id: 2, name: 'Operators', description: 'default Operator group', roles: [] },
  { id: 3, name: 'Guests', description: 'default Guest group (viewers)', roles: [] },
];

export function freshState(): State {
  const draft = new Draft({ state: emptyState });
  for (const values of l2domains) insertRecord(draft, 'l2domain', values, {});
  for (const values of tags) insertRecord(draft, 'tag', values, {});
  for (const values of deviceTypes) insertRecord(draft, 'deviceType', values, {});
  for (const values of scanAgents) insertRecord(draft, 'scanAgent', values, {});
  for (const group of groups) draft.collection('groups').put(group.id, group);
  return draft.end();
}
