/** The command line: parses arguments, executes administration commands, prints results as text or JSON. */

export { type Announce, announce } from './announcements.js';
export type { CommandLine, HelpStyle } from './command-line.js';
export { checkOver } from './commands/check.js';
export type { Check } from './commands/doctor/check.js';
export { settingsCheck } from './commands/doctor/doctor.js';
export { rowProgressOn } from './commands/transfer/csv.js';
export { accessOf } from './commands/transfer/source-access.js';
export { completionOf } from './completion.js';
export { CommandRefused, type Execute, executeOn } from './execution.js';
export type { Administered } from './grammar.js';
export type { Invocation } from './invocation.js';
export { commandLineOf, readArguments } from './program.js';
export type { ArchiveFile, NetboxOptions, ProgramWork, ServeOptions, Verification, WrittenBackup } from './program-work.js';
export { type Progress, withProgress } from './progress.js';
export type { ReportText, RowArguments } from './row-errors.js';
export {
  type AdminSocket,
  adminSocketOf,
  executeOver,
  NobodyListens,
  openAdminSocket,
  type TextStreams,
  textsOver,
} from './socket/admin-socket.js';
export { removeFolders } from './socket/answers.js';
export { exportOver, importOver, type RowProgress } from './socket/row-client.js';
export { readRowLines, rowLines } from './socket/row-lines.js';
export { exported, exportedTexts, importedTexts, importReported, type RowFormats } from './socket/row-streams.js';
export { plain } from './styles.js';
export { processTerminal, type Terminal, watchedOutput } from './terminal.js';
export { subjectNames } from './usage.js';
export { UsageError } from './usage-error.js';
