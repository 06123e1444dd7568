import { useNavigate } from '@tanstack/react-router';

export type OpenRecord = (kind: string, id: string | number) => void;

export function useOpenRecord(): OpenRecord {
  const navigate = useNavigate();
  return (kind, id) => {
    const params = { id: String(id) };
    if (kind === 'section') return void navigate({ to: '/sections/$id', params });
    if (kind === 'subnet') return void navigate({ to: '/subnets/$id', params, search: {} });
    if (kind === 'rack') return void navigate({ to: '/racks/$id', params });
    return void navigate({ to: '/records/$kind/$id', params: { kind, ...params } });
  };
}
