import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.reindex.ReindexPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/** A server of OpenSearch with one node: Server DIRECTORY HTTP-PORT TRANSPORT-PORT. */
public class Server {
    static class Embedded extends Node {
        Embedded(Settings settings, Path home) {
            super(InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), home.resolve("config"), () -> "test"),
                List.of(Netty4Plugin.class, ReindexPlugin.class), false);
        }
    }

    public static void main(String[] args) throws Exception {
        Path home = Path.of(args[0]);
        Files.createDirectories(home.resolve("config"));
        Settings settings = Settings.builder().put("path.home", home).put("path.data", home.resolve("data")).put("network.host", "127.0.0.1")
            .put("http.port", args[1]).put("transport.port", args[2]).put("discovery.type", "single-node").put("cluster.name", "test")
            .put("transport.type", "netty4").put("http.type", "netty4").put("cluster.routing.allocation.disk.threshold_enabled", false).build();
        new Embedded(settings, home).start();
        Thread.currentThread().join();
    }
}
