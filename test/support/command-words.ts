/** The commands of the program in the order of its help, without the administration commands. */
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
