/** The web console: serves the built pages, and keeps the session of who uses them. */
export { type Console, createConsole } from './console.js';
export type { ConsoleDependencies } from './dependencies.js';
