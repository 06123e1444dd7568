/** The commands of the program, in the order in which it tells them, without those that administer. */
export const commandWords = [
  'serve',
  'migrate',
  'scan',
  'check',
  'doctor',
  'explain-permission',
  'import',
  'export',
  'restore',
  'backup',
  'openapi',
  'asyncapi',
  'mcp',
  'completion',
  'version',
] as const;
