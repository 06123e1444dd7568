/** The administration command line: parses arguments, executes commands, prints results as text or JSON. */

export { CommandLine, type HelpStyle } from './command-line.js';
export { completionOf, shells } from './completion.js';
export { CommandRefused, type Execute, executeOn } from './execution.js';
export type { Administered } from './grammar.js';
export { type PasswordInput, type PasswordSource, readPassword } from './password-input.js';
export { hasFailed, printJson, printResult } from './printing.js';
export {
  type AdminSocket,
  adminSocketOf,
  executeOver,
  NobodyListens,
  openAdminSocket,
  ServiceBrokeOff,
  type TextStreams,
  textsOver,
  uploadOver,
} from './socket/admin-socket.js';
export { removeFolders, type Uploads } from './socket/answers.js';
export { readRowLines, rowLines } from './socket/row-lines.js';
export { bold, type OutputStyle, plain, red } from './styles.js';
export { addSubjects, jsonOption, type RequestedCommand } from './subject-command.js';
export { subjectNames, subjectUsage } from './usage.js';
export { UsageError } from './usage-error.js';
