export const MapPage = () => null;
