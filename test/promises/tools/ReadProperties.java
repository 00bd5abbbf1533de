import java.io.FileInputStream;
import java.io.PrintStream;
import java.util.Properties;

/** Prints the values of a file as java.util.Properties reads them, each with a NUL behind it. */
class ReadProperties {
  public static void main(String[] args) throws Exception {
    Properties properties = new Properties();
    properties.load(new FileInputStream(args[0]));
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    for (Object value : properties.values()) out.print(value + "\0");
  }
}
