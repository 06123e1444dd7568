/** The web console: serves the built pages and manages the sessions of its users. */
export { type Console, createConsole } from './console.js';
export type { ConsoleDependencies } from './dependencies.js';
