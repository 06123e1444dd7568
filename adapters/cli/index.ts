/** The command line of administration: words in, a command to carry out, a result for people or programs. */
export { type AdminSocket, adminSocketOf, executeOver, NobodyListens, openAdminSocket } from './admin-socket.js';
export { CommandRefused, type Execute, executeOn } from './execution.js';
export type { Administered } from './grammar.js';
export { type PasswordSource, readPassword } from './password-input.js';
export { printJson, printResult } from './printing.js';
export { isSubject, readWords, WrongWords } from './read-words.js';
export { type ScanCommands, scanCommands } from './scan-commands.js';
export { subjectHelp, subjectMeanings, subjectUsage } from './usage.js';
