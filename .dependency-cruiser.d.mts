import type { IConfiguration } from 'dependency-cruiser';

export declare const rooms: readonly string[];
declare const config: IConfiguration;
export default config;
